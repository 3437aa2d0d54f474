internal import SystemPackage
public import UTIPlatform

extension FileIdentity {
  /// Reads the identity of an item, including all items in a directory.
  ///
  /// A symbolic link is not followed.
  ///
  /// - Parameters:
  ///   - location: the location of the item.
  ///   - store: the file system.
  /// - Throws: the error of the failed call, in most cases `ENOENT`.
  /// - Complexity: one call for a file; one call for each item in a directory.
  public init(
    of location: FileLocation, in store: any FileStore = SystemFileStore()
  ) throws(FileStoreError) {
    try self.init(of: location, in: store, knowing: nil)
  }

  /// Reads the identity of an item, except for known files of a directory.
  ///
  /// A file is known if a known directory has a file with the same name and inode number. A file
  /// system reuses the numbers of removed files, so a known file is certainly the same only if
  /// another name prevents its removal.
  ///
  /// - Parameters:
  ///   - location: the location of the item.
  ///   - store: the file system.
  ///   - known: the item with the known files; nil for none.
  /// - Throws: the error of the failed call, in most cases `ENOENT`.
  /// - Complexity: one listing for each directory, and one status for each other item that is not
  ///   known.
  package init(
    of location: FileLocation, in store: any FileStore, knowing known: FileIdentity?
  ) throws(FileStoreError) {
    self.init(try store.status(of: location))
    guard kind == .directory else { return }
    let known = known?.device == device ? known?.children ?? [:] : [:]
    children = try store.withOpen(location, for: .reading) { directory throws(FileStoreError) in
      try Self.children(of: directory, in: store, knowing: known)
    }
  }

  private static func children(
    of directory: FileDescriptor, in store: any FileStore,
    knowing known: [FilePath.Component: FileIdentity]
  ) throws(FileStoreError) -> [FilePath.Component: FileIdentity] {
    // In most cases the result differs from the known children in a few items only.
    var children = known
    var knownCount = 0
    let items = try store.items(in: directory)
    for item in items where !SavingDirectory.isSavingDirectory(item.name) {
      let child = known[item.name]
      if child != nil { knownCount += 1 }
      if let child, child.kind == .regular, item.kind == .regular, item.inode == child.inode {
        continue
      }
      do throws(FileStoreError) {
        children[item.name] = try FileIdentity(
          of: FileLocation(item.name, in: directory), in: store, knowing: child)
      } catch  where error.errno == .noSuchFileOrDirectory {
        // The item was removed after the directory was listed.
        children[item.name] = nil
      }
    }
    guard knownCount < known.count else { return children }
    let names = Set(items.map(\.name))
    for name in known.keys where !names.contains(name) { children[name] = nil }
    return children
  }
}
