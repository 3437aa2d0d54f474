package import SystemPackage
internal import UTIPlatform
package import UTITypeGraph

extension TypeDetector {
  /// Only regular files are opened, without waiting; other kinds are known by their file status.
  ///
  /// With the name alone the item need not exist. A listed file was just listed as a regular file,
  /// and is not looked up again before it is opened. The directory is the item's one, if it is
  /// open.
  package func verdict(
    forPath path: String, by basis: DetectionInput = .both, followsLinks: Bool = true,
    isListedFile: Bool = false, in directory: ItemDirectory? = nil, view: GraphView = .merged
  ) throws(DetectionError) -> Verdict {
    if basis == .name { return verdict(forName: path, view: view) }
    return try ItemPath.with(path, in: directory) { (item) throws(DetectionError) in
      if isListedFile,
        let verdict = try verdict(ofListed: item, name: path, by: basis, view: view)
      {
        return verdict
      }
      return try verdict(of: item, name: path, by: basis, followsLinks: followsLinks, view: view)
    }
  }

  /// The path may be any bytes; see ``verdict(forPath:by:followsLinks:view:)-(String,_,_,_)``.
  package func verdict(
    forPath path: FilePath, by basis: DetectionInput = .both, followsLinks: Bool = true,
    view: GraphView = .merged
  ) throws(DetectionError) -> Verdict {
    let name = path.lastComponent?.string ?? path.string
    if basis == .name { return verdict(forName: name, view: view) }
    return try ItemPath.with(path) { (item) throws(DetectionError) in
      try verdict(of: item, name: name, by: basis, followsLinks: followsLinks, view: view)
    }
  }

  /// Patterns are matched by the name: the path or its last component as text.
  private func verdict(
    of path: ItemPath, name: String, by basis: DetectionInput, followsLinks: Bool, view: GraphView
  ) throws(DetectionError) -> Verdict {
    let status = try FileStatus(of: path, followsLinks: followsLinks)
    guard status.kind == .regular else {
      return verdict(ofKind: status, name: name, by: basis, view: view)
    }
    let file = try OpenFile(path)
    return try verdict(
      of: file, at: path, size: Int(status.size), name: name, by: basis, view: view)
  }

  func verdict(
    ofKind status: FileStatus, name: String, by basis: DetectionInput, view: GraphView
  ) -> Verdict {
    if status.kind == .directory, basis == .both, !status.isMountPoint {
      return directoryVerdict(name: name, view: view)
    }
    var state = emptyState(view)
    let best =
      finding(status.kind, isMountPoint: status.isMountPoint, in: &state)
      ?? unknown(in: &state)
    return Verdict(Answer(best, .certain), of: state)
  }

  /// nil if the item must be examined by its path: it was replaced or cannot be opened.
  private func verdict(
    ofListed path: ItemPath, name: String, by basis: DetectionInput, view: GraphView
  ) throws(DetectionError) -> Verdict? {
    guard let file = OpenFile(listed: path), let size = file.size else { return nil }
    return try verdict(of: file, at: path, size: size, name: name, by: basis, view: view)
  }

  func verdict(
    of file: borrowing OpenFile, at path: ItemPath, size: Int, name: String,
    by basis: DetectionInput, view: GraphView
  ) throws(DetectionError) -> Verdict {
    var state = emptyState(view)
    // The attribute is not part of the bytes.
    if basis != .content, let explicit = explicitFinding(file, in: &state) {
      return Verdict(Answer(explicit, .certain), of: state)
    }
    if basis == .both { registry.readName(name, .file, view: view, into: &state) }
    return try verdict(state, of: file, at: path, size: size, view: view)
  }

  private func explicitFinding(_ file: borrowing OpenFile, in state: inout DetectionState)
    -> Finding?
  {
    guard let stated = ExtendedAttribute.mimeType(of: file.descriptor),
      let name = MIMEName(stated)
    else { return nil }
    return registry.finding(
      mimeName: name.spelling, .explicit, .inside,
      on: .stated(
        Evidence(.explicit, .words("the attribute user.mime_type, which says \(name)"))),
      in: &state)
  }

  private func verdict(
    _ state: consuming DetectionState, of file: borrowing OpenFile, at path: ItemPath, size: Int,
    view: GraphView
  ) throws(DetectionError) -> Verdict {
    if size == 0, file.isQueue { return streamVerdict(state) }
    // The size of a file of /proc is zero whatever it holds.
    let wanted = size > 0 ? min(size, limits.headByteCount) : limits.headByteCount
    let buffer = HeadBuffer(wanted)
    guard let count = OpenFile.read(file.descriptor, into: buffer.bytes, at: 0) else {
      if OpenFile.streamErrors.contains(errno) { return streamVerdict(state) }
      throw DetectionError(path, errorNumber: errno, operation: "read it")
    }
    // If a file was truncated since its status was read, its size is the number of its bytes. A
    // file of /proc that fills the head may be longer.
    let window = ByteWindow(
      head: UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]),
      size: count < wanted ? count : size > 0 ? size : count + 1, limits: limits,
      descriptor: file.descriptor)
    let verdict = verdict(state, window: window, view: view)
    // The window has the bytes and does not keep them.
    extendLifetime(buffer)
    return verdict
  }

  /// The file was not read, because another process would lose the data.
  private func streamVerdict(_ state: consuming DetectionState) -> Verdict {
    let words = "it is a stream; reading it would consume its data"
    let best =
      state.names.candidates.first
      ?? unknown(on: .stated(Evidence(.kind, .words(words))), in: &state)
    return Verdict(Answer(best, .likely), of: state)
  }
}
