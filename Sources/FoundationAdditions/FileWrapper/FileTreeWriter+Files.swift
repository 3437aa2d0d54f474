internal import DocumentStorage
internal import Foundation
internal import SystemPackage
internal import UTIPlatform

extension FileTreeWriter {
  /// Lets a new name lead to a file of the older version, or copies it where that is refused.
  ///
  /// - Returns: nil when the file is not the one that the tree means; nothing is written then.
  func share(
    _ older: FileOrigin, with location: FileLocation, of tree: FileTree
  ) throws(FileWrapperError) -> FileStatus? {
    guard tree.origins.contains(where: { $0.hasContents(of: older.status) }) else { return nil }
    // Attributes belong to the file, not to its name: they would change in the older version too.
    guard !tree.changesAttributes(of: older.status) else {
      return try copy(older, to: location, of: tree)
    }
    do {
      try store.link(older.location, to: location)
    } catch  where Self.refusals.contains(error.errno) {
      return try copy(older, to: location, of: tree)
    } catch {
      throw FileWrapperError(error)
    }
    return try wrapping { () throws(FileStoreError) in
      let status = try store.status(of: location)
      if older.hasContents(of: status) { return status }
      // Somebody replaced the file between the look and the link.
      try store.removeFile(at: location)
      return nil
    }
  }

  /// The answers of systems that do not link where a copy is possible (rule M3): a file of somebody
  /// else, another file system, too many names, a file system without links.
  private static let refusals: Set<Errno> = [
    .notPermitted, .permissionDenied, .improperLink, .tooManyLinks, .notSupported, .noFunction,
  ]

  /// Copies a file, sharing its blocks where the file system can.
  ///
  /// - Returns: nil when the file is gone or is not the one that the tree means.
  func copy(
    _ origin: FileOrigin, to location: FileLocation, of tree: FileTree
  ) throws(FileWrapperError) -> FileStatus? {
    let source: FileDescriptor
    do {
      source = try origin.root.store.open(origin.location, for: .reading)
    } catch
      where [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels]
      .contains(error.errno)
    {
      return nil
    } catch {
      throw FileWrapperError(error)
    }
    defer { try? origin.root.store.close(source) }
    return try wrapping { () throws(FileStoreError) -> FileStatus? in
      let found = try store.status(of: source)
      guard tree.origins.contains(where: { $0.hasContents(of: found) }) else { return nil }
      let status = try withNewFile(at: location, of: tree) { file throws(FileStoreError) in
        try store.copyContents(of: source, to: file)
        copyExtendedAttributes(of: source, to: file)
        try store.setModificationTime(
          tree.attributes.modificationTime ?? found.modified, of: file)
      }
      if origin.hasContents(of: try store.status(of: source)) { return status }
      try store.removeFile(at: location)
      return nil
    }
  }

  /// Extended attributes are worth a try: many file systems have none, and some belong to root.
  private func copyExtendedAttributes(of source: FileDescriptor, to file: FileDescriptor) {
    guard let names = try? store.extendedAttributeNames(of: source) else { return }
    for name in names {
      guard let value = try? store.extendedAttribute(name, of: source) else { continue }
      try? store.setExtendedAttribute(name, to: value, of: file)
    }
  }

  /// Writes the bytes of a file.
  func writeBytes(
    _ bytes: Data, of tree: FileTree, to location: FileLocation
  ) throws(FileStoreError) {
    _ = try withNewFile(at: location, of: tree) { file throws(FileStoreError) in
      // Data's closures do not pass typed errors on.
      let result = bytes.withUnsafeBytes { buffer in
        Result { () throws(FileStoreError) in try store.writeAll(buffer, to: file) }
      }
      try result.get()
      if let time = tree.attributes.modificationTime {
        try store.setModificationTime(time, of: file)
      }
    }
  }

  /// Makes a file, lets it be filled, and gives it the permissions of the tree; removes it again
  /// when any of that fails.
  func withNewFile(
    at location: FileLocation, of tree: FileTree,
    _ body: (FileDescriptor) throws(FileStoreError) -> Void
  ) throws(FileStoreError) -> FileStatus {
    let file = try store.createFile(at: location, permissions: Self.newFilePermissions)
    do throws(FileStoreError) {
      let status: FileStatus
      do throws(FileStoreError) {
        try body(file)
        try setPermissions(of: tree, to: file)
        status = try store.status(of: file)
      } catch {
        try? store.close(file)
        throw error
      }
      // Closing may be when the file system says that it has no room.
      try store.close(file)
      return status
    } catch {
      try? store.removeFile(at: location)
      throw error
    }
  }

  private func setPermissions(
    of tree: FileTree, to file: FileDescriptor
  ) throws(FileStoreError) {
    guard let permissions = tree.permissions,
      try store.status(of: file).permissions != permissions
    else { return }
    try store.setPermissions(permissions, of: file)
  }

  /// Refuses names and depths before anything is written.
  static func checkNames(
    _ tree: FileTree, at path: FilePath, depth: Int, limits: FileWrapper.Limits
  ) throws(FileWrapperError) {
    guard case .directory(let children) = tree.content else { return }
    guard depth < limits.depth else {
      throw FileWrapperError(path: path, reason: .tooDeep(limit: limits.depth))
    }
    let names = FileTree.names(of: children.mapValues(\.nameOnDisk))
    for (key, child) in children {
      guard let component = names[key] else {
        throw FileWrapperError(path: path, reason: .invalidFilename(key))
      }
      try checkNames(child, at: path.appending(component), depth: depth + 1, limits: limits)
    }
  }
}
