internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// Writes a tree, and shares unchanged files with an older version.
///
/// Only children are shared: a single file would get the attributes of the new version before the
/// new version replaces it.
struct FileTreeWriter {
  /// A written item with its children.
  struct Written: Sendable {
    let name: FilePath
    var status: FileStatus
    var source: FileOrigin?
    /// The bytes, if they were read.
    var bytes: Data?
    /// The open directory, if the whole document is one.
    var root: FileTreeRoot?
    var children: [String: Written] = [:]
  }

  let store: any FileStore
  let limits: FileWrapper.Limits
  /// True if large files may be mapped for later reads.
  let mapsFiles: Bool

  /// The path must be free, and has no item after a ``DocumentError``; `original` is nil if
  /// there is none.
  func write(
    _ tree: FileTree, to path: FilePath, original: FilePath?
  ) throws(DocumentError) -> Written {
    try Self.checkNames(tree, at: path, depth: 0, limits: limits)
    let location = FileLocation(path)
    switch tree.content {
    case .regularFile:
      let bytes = try tree.contents()
      return try wrapping { () throws(FileStoreError) in
        try writeBytes(bytes, of: tree, to: location)
        return try written(at: location, bytes: bytes)
      }
    case .symbolicLink(let destination):
      return try wrapping { () throws(FileStoreError) in
        try store.createSymbolicLink(at: location, to: destination)
        return try written(at: location)
      }
    case .directory, .unreadDirectory:
      var older: FileOrigin?
      if let original { older = try olderRoot(original) }
      try createDirectory(at: location)
      do {
        let root = try FileTreeRoot(path: path, store: store, limits: limits, mapsFiles: mapsFiles)
        var written = try fillDirectory(
          tree, at: ".", in: root, older: older.map(OlderDirectory.init))
        written.root = root
        return written
      } catch {
        try? store.removeTree(at: location)
        throw error
      }
    }
  }

  private func olderRoot(_ path: FilePath) throws(DocumentError) -> FileOrigin? {
    let status = try wrapping { () throws(FileStoreError) in
      try store.statusIfPresent(of: FileLocation(path))
    }
    guard let status, status.kind == .directory else { return nil }
    let root = try FileTreeRoot(path: path, store: store, limits: limits, mapsFiles: mapsFiles)
    return FileOrigin(root: root, name: ".", status: status)
  }

  // MARK: - Items

  /// Returns the item just created, or removes it if its status cannot be read.
  private func written(
    at location: FileLocation, bytes: Data? = nil
  ) throws(FileStoreError) -> Written {
    do throws(FileStoreError) {
      let status = try store.status(of: location)
      return Written(name: location.path, status: status, bytes: bytes)
    } catch {
      try? store.removeFile(at: location)
      throw error
    }
  }

  private func createDirectory(
    at location: FileLocation, in root: FileTreeRoot? = nil
  ) throws(DocumentError) {
    try wrapping(in: root) { () throws(FileStoreError) in
      try store.createDirectory(at: location, permissions: Self.newDirectoryPermissions)
    }
  }

  /// The permissions of new directories, before the mask of the process applies.
  private static let newDirectoryPermissions = FilePermissions(rawValue: 0o777)
  static let newFilePermissions = FilePermissions(rawValue: 0o666)

  private func fillDirectory(
    _ tree: FileTree, at name: FilePath, in root: FileTreeRoot, older: OlderDirectory?
  ) throws(DocumentError) -> Written {
    // The order of names makes two saves of one tree equal.
    let children = try tree.children()
    var written = [String: Written](minimumCapacity: children.count)
    let names = FileTree.names(of: children.mapValues(\.nameOnDisk))
    let isRoot = name == "."
    for (key, child) in children.sorted(by: { $0.key < $1.key }) {
      guard let component = names[key] else {
        throw DocumentError(.invalidFilename(key), at: root.path.pushing(name))
      }
      let place = isRoot ? FilePath(name: component) : name.appending(component)
      written[key] = try write(
        child, at: place, in: root,
        older: older?.item(for: child, named: component))
    }
    let location = FileLocation(name, in: root.descriptor)
    return try wrapping(in: root) { () throws(FileStoreError) in
      let status = try store.status(of: location)
      if let permissions = tree.permissions, permissions != status.permissions {
        try store.withOpen(location, for: .reading) { directory throws(FileStoreError) in
          try store.setPermissions(permissions, of: directory)
        }
      }
      return Written(name: name, status: status, source: older?.origin, children: written)
    }
  }

  private func write(
    _ tree: FileTree, at name: FilePath, in root: FileTreeRoot, older: OlderItem?
  ) throws(DocumentError) -> Written {
    let location = FileLocation(name, in: root.descriptor)
    switch tree.content {
    case .directory, .unreadDirectory:
      try createDirectory(at: location, in: root)
      return try fillDirectory(
        tree, at: name, in: root, older: older?.directory().map(OlderDirectory.init))
    case .symbolicLink(let destination):
      return try wrapping(in: root) { () throws(FileStoreError) in
        try store.createSymbolicLink(at: location, to: destination)
        return Written(name: name, status: try store.status(of: location))
      }
    case .regularFile:
      if let older, let shared = try share(older, with: location, in: root, of: tree) {
        try wrapping(in: root) { () throws(FileStoreError) in
          try ByteProgress.note(Int(shared.status.size))
        }
        return Written(name: name, status: shared.status, source: shared)
      }
      for origin in tree.origins {
        if let status = try copy(origin, to: location, in: root, of: tree) {
          return Written(name: name, status: status, source: origin)
        }
      }
      guard case .regularFile(let bytes?) = tree.content else {
        throw DocumentError(.changedSinceRead, at: tree.path)
      }
      return try wrapping(in: root) { () throws(FileStoreError) in
        try writeBytes(bytes, of: tree, to: location)
        return Written(name: name, status: try store.status(of: location))
      }
    }
  }
}
