public import SystemPackage
public import UTIPlatform

/// The data that shows whether an item is still the one that was read or written.
///
/// Times alone are not enough: on kernels with slow ticks two writes can have the same time, and
/// copying tools set times back. The identity therefore has the device, the inode, the size and
/// both times, for a package the identities of its children, and, if the bytes were available,
/// their digest.
///
/// Source of the rule: D10 and J3 of the rules of a document architecture; GLib's entity tags.
public struct FileIdentity: Hashable, Sendable {
  /// The kind of the item.
  public var kind: FileKind
  /// The device of the file system.
  public var device: UInt64
  /// The number of the item in its file system.
  public var inode: UInt64
  /// The size in bytes.
  public var size: Int64
  /// The time of the last modification of the contents.
  public var modified: FileTime
  /// The time of the last change of the item or its attributes.
  ///
  /// A save in a package changes it too.
  public var changed: FileTime
  /// The time at which the item was created; nil if the file system does not record it.
  public var created: FileTime?
  /// The digest of the contents; nil if it was not computed.
  public var contentDigest: UInt64?
  /// The identities of the children of a directory, by name; nil for other items.
  public var children: [FilePath.Component: FileIdentity]?

  /// Creates the identity from a status, without digest and children.
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

  /// The device and inode number of an item, which stay constant while it exists.
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

  /// The item and all items in it.
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

  /// Returns the digest of contents, for ``contentDigest``.
  ///
  /// It detects accidental changes, not deliberate ones.
  ///
  /// - Parameter bytes: the contents.
  public static func digest(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var digest = ContentDigest()
    digest.add(bytes)
    return digest.value
  }
}

/// The digest of contents that arrive in portions.
struct ContentDigest {
  private var hash = StableHash()
  private var count: UInt64 = 0

  /// Adds a portion.
  ///
  /// - Parameter bytes: the portion; its size is a multiple of eight, except for the last one.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    hash.combine(words: bytes)
    count += UInt64(bytes.count)
  }

  var value: UInt64 {
    var hash = hash
    hash.combine(count)
    return hash.value
  }
}

extension FileIdentity {
  /// Returns the part of a directory that another version of it shares under the same names.
  ///
  /// Files are compared by inode number, and directories are compared recursively.
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

  /// Returns the identity with the current status of the item itself; nil if it is another item.
  package func renewed(by status: FileStatus) -> FileIdentity? {
    guard Item(self) == Item(status), kind == status.kind else { return nil }
    var identity = FileIdentity(status)
    identity.contentDigest = contentDigest
    identity.children = children
    return identity
  }

  /// The total size of the item and all items in it, in bytes.
  package var byteCount: Int64 {
    (children ?? [:]).values.reduce(kind == .regular ? size : 0) { $0 + $1.byteCount }
  }
}
