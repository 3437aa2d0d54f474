internal import Glibc
package import TypeGraph

extension TypeDetector {
  /// The type of the item at a path.
  ///
  /// Only regular files are opened, and those without waiting: a pipe, a socket, a device and a
  /// link that leads nowhere are answered from what the file system says of them.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - basis: what the answer may look at. With `name` the item need not exist.
  ///   - followsLinks: whether a link stands for what it leads to.
  ///   - view: whose statements count.
  /// - Throws: ``DetectionError`` when the path names nothing, or a file cannot be read.
  /// - Complexity: bounded by the limits; follows the rules that can match.
  package func verdict(
    forPath path: String, by basis: DetectionBasis = .both, followsLinks: Bool = true,
    view: GraphView = .merged
  ) throws(DetectionError) -> Verdict {
    if basis == .name { return verdict(forName: path, view: view) }
    let kind = try FileStatus.kind(ofPath: path, followsLinks: followsLinks)
    switch kind {
    case .regular(let size):
      if let explicit = explicitFinding(path) { return verdict(explicit, others: []) }
      return try verdict(forFile: path, size: size, by: basis, view: view)
    case .directory where basis == .both:
      return directoryVerdict(name: path, kind: kind, view: view)
    default:
      return verdict(finding(kind) ?? unknown(), others: [])
    }
  }

  private func explicitFinding(_ path: String) -> Finding? {
    guard let stated = ExtendedAttribute.mimeType(ofPath: path), let name = MIMEName(stated) else {
      return nil
    }
    return finding(
      mimeName: name.spelling, .explicit, .certain,
      evidence: [Evidence(.explicit, .words("the attribute user.mime_type says \(name)"))])
  }

  private func verdict(
    forFile path: String, size: Int, by basis: DetectionBasis, view: GraphView
  ) throws(DetectionError) -> Verdict {
    let names = basis == .both ? nameFindings(path, .file, view: view) : NameFindings()
    let file = try OpenFile(path: path)
    // The size of a file of /proc is zero whatever it holds.
    let wanted = size > 0 ? min(size, limits.headByteCount) : limits.headByteCount
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: wanted, alignment: 8)
    defer { buffer.deallocate() }
    guard let count = OpenFile.read(file.descriptor, into: buffer, at: 0) else {
      throw DetectionError(path: path, errorNumber: errno, operation: "read it")
    }
    let window = ByteWindow(
      head: UnsafeRawBufferPointer(rebasing: buffer[..<count]),
      // A file that has become shorter since it was looked up ends where its bytes end.
      size: count < wanted ? count : max(size, count), limits: limits,
      descriptor: file.descriptor)
    return verdict(names: names, window: window)
  }
}
