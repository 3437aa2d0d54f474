internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

extension FileTreeWriter {
  /// Copies the file if a link is refused; nil, without a file, if it is not the file of the tree.
  func share(
    _ older: OlderItem, with location: FileLocation, in root: FileTreeRoot, of tree: FileTree
  ) throws(DocumentError) -> FileOrigin? {
    // The status of the new name shows whether the older item was the file of the tree.
    if older.isProbably(oneOf: tree.origins), tree.attributes == FileAttributes() {
      switch try link(older, to: location, in: root) {
      case .done: return try linked(older, at: location, in: root, of: tree)
      case .gone: return nil
      case .refused: break
      }
    }
    guard let origin = older.origin(), isFile(of: tree, origin.status) else { return nil }
    // Attributes belong to the file and not to its name, so they would change in the older version
    // too.
    if !tree.changesAttributes(of: origin.status) {
      switch try link(older, to: location, in: root) {
      case .done: return try linked(older, at: location, in: root, of: tree)
      case .gone: return nil
      case .refused: break
      }
    }
    return try copy(origin, to: location, in: root, of: tree).map(origin.with)
  }

  private enum LinkResult {
    case done
    case gone
    /// The file belongs to another user, is on another file system, or has too many names, or the
    /// file system has no links (rule M3).
    case refused
  }

  private func link(
    _ older: OlderItem, to location: FileLocation, in root: FileTreeRoot
  ) throws(DocumentError) -> LinkResult {
    do throws(FileStoreError) {
      try store.link(older.location, to: location)
      return .done
    } catch  where SystemFileStore.refusesLinks(error.errno) {
      return .refused
    } catch  where error.errno == .noSuchFileOrDirectory {
      return .gone
    } catch {
      throw DocumentError(error, in: root.path)
    }
  }

  private func isFile(of tree: FileTree, _ status: FileStatus) -> Bool {
    tree.origins.contains { $0.hasContents(of: status) }
  }

  /// Removes the link if it is not the file of the tree.
  private func linked(
    _ older: OlderItem, at location: FileLocation, in root: FileTreeRoot, of tree: FileTree
  ) throws(DocumentError) -> FileOrigin? {
    try wrapping(in: root) { () throws(FileStoreError) in
      let status = try store.status(of: location)
      if isFile(of: tree, status) { return older.origin(status) }
      try store.removeFile(at: location)
      return nil
    }
  }

  /// Shares blocks if the file system can; nil if the file is gone or not the file of the tree.
  func copy(
    _ origin: FileOrigin, to location: FileLocation, in root: FileTreeRoot, of tree: FileTree
  ) throws(DocumentError) -> FileStatus? {
    let source: FileDescriptor
    do {
      source = try origin.root.store.open(origin.location, for: .reading)
    } catch
      where [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels]
      .contains(error.errno)
    {
      return nil
    } catch {
      throw DocumentError(error, in: origin.root.path)
    }
    defer { try? origin.root.store.close(source) }
    return try wrapping(in: root) { () throws(FileStoreError) -> FileStatus? in
      let found = try store.status(of: source)
      guard tree.origins.contains(where: { $0.hasContents(of: found) }) else { return nil }
      let status = try withNewFile(at: location, of: tree) { file throws(FileStoreError) in
        try store.copyContents(of: source, to: file)
        store.copyExtendedAttributes(of: source, to: file)
        try store.setModificationTime(tree.attributes.modificationTime ?? found.modified, of: file)
      }
      if origin.hasContents(of: try store.status(of: source)) { return status }
      try store.removeFile(at: location)
      return nil
    }
  }

  func writeBytes(
    _ bytes: Data, of tree: FileTree, to location: FileLocation
  ) throws(FileStoreError) {
    _ = try withNewFile(at: location, of: tree) { file throws(FileStoreError) in
      // Closures of `Data` do not pass on typed errors.
      let result = bytes.withUnsafeBytes { buffer in
        Result { () throws(FileStoreError) in try store.writeAll(buffer, to: file) }
      }
      try result.get()
      if let time = tree.attributes.modificationTime {
        try store.setModificationTime(time, of: file)
      }
    }
  }

  /// Removes the file if any step fails.
  func withNewFile(
    at location: FileLocation, of tree: FileTree,
    _ body: (FileDescriptor) throws(FileStoreError) -> Void
  ) throws(FileStoreError) -> FileStatus {
    var isMade = false
    do throws(FileStoreError) {
      return try store.withNewFile(at: location, permissions: Self.newFilePermissions) {
        file throws(FileStoreError) in
        isMade = true
        try body(file)
        try setPermissions(of: tree, to: file)
        return try store.status(of: file)
      }
    } catch {
      if isMade { try? store.removeFile(at: location) }
      throw error
    }
  }

  private func setPermissions(of tree: FileTree, to file: FileDescriptor) throws(FileStoreError) {
    guard let permissions = tree.permissions,
      try store.status(of: file).permissions != permissions
    else { return }
    try store.setPermissions(permissions, of: file)
  }

  /// Rejects invalid names and depths before any item is written.
  static func checkNames(
    _ tree: FileTree, at path: FilePath, depth: Int, limits: FileWrapper.Limits
  ) throws(DocumentError) {
    guard case .directory(let children) = tree.content else { return }
    guard depth < limits.depth else {
      throw DocumentError(.tooDeep(limit: limits.depth), at: path)
    }
    for (key, child) in children {
      guard child.nameOnDisk?.key == key || FileTree.isName(key) else {
        throw DocumentError(.invalidFilename(key), at: path)
      }
      guard case .directory = child.content else { continue }
      try checkNames(child, at: path.appending(key), depth: depth + 1, limits: limits)
    }
  }
}
