public import SystemPackage
public import UTIPlatform

/// What tells whether an item is still the one that was read or written.
///
/// Times alone do not: two writes may share one on kernels that tick slowly, and copying tools set
/// them back. So the identity has the device, the inode, the size and both times, for a package
/// those of its children, and, where somebody has the bytes at hand, their digest.
///
/// Source of the rule: D10 and J3 of the rules of a document architecture; GLib's entity tags.
public struct FileIdentity: Hashable, Sendable {
  /// What the item is.
  public var kind: FileKind
  /// The device of the file system.
  public var device: UInt64
  /// The number of the item in its file system.
  public var inode: UInt64
  /// The size in bytes.
  public var size: Int64
  /// The time of the last modification of the contents.
  public var modified: FileTime
  /// When the item or its attributes were last changed; saving beside it changes this too.
  public var changed: FileTime
  /// The time at which the item was created; nil if the file system does not record it.
  public var created: FileTime?
  /// The digest of the contents; nil where nobody computed it.
  public var contentDigest: UInt64?
  /// The identities of what a directory holds, by name; nil for other items.
  public var children: [FilePath.Component: FileIdentity]?

  /// Makes the identity that a status tells, without digest and children.
  ///
  /// - Parameter status: the status of the item.
  public init(_ status: FileStatus) {
    kind = status.kind
    device = status.device
    inode = status.inode
    size = status.size
    modified = status.modified
    changed = status.changed
    created = status.created
  }

  /// Reads the identity of an item, with that of everything in it when it is a directory.
  ///
  /// A symbolic link counts as itself, not as what it leads to.
  ///
  /// - Parameters:
  ///   - location: where the item is.
  ///   - store: the file system.
  /// - Throws: the error of the call that failed, in most cases `ENOENT`.
  /// - Complexity: one call for a file; one for every item in a directory.
  public init(
    of location: FileLocation, in store: any FileStore = SystemFileStore()
  ) throws(FileStoreError) {
    try self.init(of: location, in: store, knowing: nil)
  }

  /// Reads the identity of an item, except for the files of a directory that are known.
  ///
  /// A file is known if a known directory has one of the same name and number. A file system gives the
  /// number of a removed file to a new one: a known file is certainly the same one only if another name
  /// keeps it from being removed.
  ///
  /// - Parameters:
  ///   - location: the place of the item.
  ///   - store: the file system.
  ///   - known: the item with the files that are known; nil for none.
  /// - Throws: the error of the call that failed, in most cases `ENOENT`.
  /// - Complexity: one listing for a directory, and one status for every other item that is not
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
    // In most cases the result is what is known but for a few items.
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
        // Removed since the directory was listed.
        children[item.name] = nil
      }
    }
    guard knownCount < known.count else { return children }
    let names = Set(items.map(\.name))
    for name in known.keys where !names.contains(name) { children[name] = nil }
    return children
  }

  /// The device and the number of an item, which it keeps while it exists.
  package struct Item: Hashable {
    package let device: UInt64
    package let inode: UInt64

    package init(_ status: FileStatus) {
      device = status.device
      inode = status.inode
    }

    package init(_ identity: FileIdentity) {
      device = identity.device
      inode = identity.inode
    }
  }

  /// The item and everything in it.
  package var items: Set<Item> {
    var items: Set<Item> = []
    collectItems(&items)
    return items
  }

  private func collectItems(_ items: inout Set<Item>) {
    items.insert(Item(self))
    guard let children else { return }
    items.reserveCapacity(items.count + children.count)
    for child in children.values { child.collectItems(&items) }
  }

  /// The digest of contents, for ``contentDigest``.
  ///
  /// It tells accidental changes apart, not those made to deceive.
  ///
  /// - Parameter bytes: the contents.
  public static func digest(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = StableHash()
    hash.combine(words: bytes)
    hash.combine(UInt64(bytes.count))
    return hash.value
  }
}

extension FileIdentity {
  /// The part of a directory that another version of it has under the same names: files by their
  /// numbers, and directories with their parts.
  package func shared(with other: FileIdentity) -> FileIdentity {
    var shared = self
    guard let children, let others = other.children else { return shared }
    for (name, child) in children {
      switch (child.kind, others[name]) {
      case (.regular, let other?) where Item(child) == Item(other): break
      case (.directory, let other?): shared.children?[name] = child.shared(with: other)
      default: shared.children?[name] = nil
      }
    }
    return shared
  }

  /// The identity with the present status of the item itself; nil if it is another item.
  package func renewed(by status: FileStatus) -> FileIdentity? {
    guard Item(self) == Item(status), kind == status.kind else { return nil }
    var identity = FileIdentity(status)
    identity.contentDigest = contentDigest
    identity.children = children
    return identity
  }

  /// The size of the item with everything in it, in bytes.
  package var byteCount: Int64 {
    (children ?? [:]).values.reduce(kind == .regular ? size : 0) { $0 + $1.byteCount }
  }
}
