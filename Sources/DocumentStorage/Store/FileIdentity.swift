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
  /// When the contents were last modified.
  public var modified: FileTime
  /// When the item or its attributes were last changed; saving beside it changes this too.
  public var changed: FileTime
  /// When the item was made; nil where the file system does not say.
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
    self.init(try store.status(of: location))
    guard kind == .directory else { return }
    children = try store.withOpen(location, for: .reading) { directory throws(FileStoreError) in
      var children: [FilePath.Component: FileIdentity] = [:]
      for name in try store.names(in: directory) where !SavingDirectory.isSavingDirectory(name) {
        do throws(FileStoreError) {
          children[name] = try FileIdentity(of: FileLocation(name, in: directory), in: store)
        } catch  where error.errno == .noSuchFileOrDirectory {
          // Removed since the directory was listed.
        }
      }
      return children
    }
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
    (children ?? [:]).values.reduce(into: [Item(self)]) { $0.formUnion($1.items) }
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
  /// The size of the item with everything in it, in bytes.
  package var byteCount: Int64 {
    (children ?? [:]).values.reduce(kind == .regular ? size : 0) { $0 + $1.byteCount }
  }
}
