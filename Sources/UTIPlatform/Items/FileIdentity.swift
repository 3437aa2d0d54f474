package import SystemPackage

/// The data to compare an item with the one last read or written.
///
/// Times alone are not enough: on kernels with slow ticks two writes can have the same time, and
/// copying tools set times back. The identity therefore has the device, the inode, the size and
/// both times, for a package the identities of its children, and, if the bytes were available,
/// their digest.
///
/// Source of the rule: D10 and J3 of the rules of a document architecture; GLib's entity tags.
public struct FileIdentity: Hashable, Sendable {
  /// The kind of the item.
  package var kind: FileKind
  /// The device of the file system.
  package var device: UInt64
  /// The number of the item in its file system.
  package var inode: UInt64
  /// The size in bytes.
  package var size: Int64
  /// The time of the last modification of the contents.
  package var modified: FileTime
  /// The time of the last change of the item or its attributes.
  ///
  /// A save in a package changes it too.
  package var changed: FileTime
  /// The time at which the item was created; nil if the file system does not record it.
  package var created: FileTime?
  /// The digest of the contents; nil if it was not computed.
  package var contentDigest: UInt64?
  /// The identities of the children of a directory, by name; nil for other items.
  package var children: [FilePath.Component: FileIdentity]?

  /// Creates the identity from a status, without digest and children.
  ///
  /// - Parameter status: the status of the item.
  package init(_ status: FileStatus) {
    kind = status.kind
    device = status.device
    inode = status.inode
    size = status.size
    modified = status.modified
    changed = status.changed
    created = status.created
  }

  package var item: FileStatus.Item { FileStatus.Item(device: device, inode: inode) }

  package var items: Set<FileStatus.Item> {
    var items: Set<FileStatus.Item> = []
    collectItems(&items)
    return items
  }

  private func collectItems(_ items: inout Set<FileStatus.Item>) {
    items.insert(item)
    guard let children else { return }
    items.reserveCapacity(items.count + children.count)
    for child in children.values { child.collectItems(&items) }
  }

  /// Returns the digest of contents, for ``contentDigest``.
  ///
  /// It detects accidental changes, not deliberate ones.
  ///
  /// - Parameter bytes: the contents.
  package static func digest(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var digest = ContentDigest()
    digest.add(bytes)
    return digest.value
  }

  /// Compares files by inode number, and directories recursively.
  package func shared(with other: FileIdentity) -> FileIdentity {
    var shared = self
    guard let children, let others = other.children else { return shared }
    for (name, child) in children {
      switch (child.kind, others[name]) {
      case (.regular, let other?) where child.item == other.item: break
      case (.directory, let other?): shared.children?[name] = child.shared(with: other)
      default: shared.children?[name] = nil
      }
    }
    return shared
  }

  /// Returns the identity with the current status of the item itself; nil if it is another item.
  package func renewed(by status: FileStatus) -> FileIdentity? {
    guard item == status.item, kind == status.kind else { return nil }
    var identity = FileIdentity(status)
    identity.contentDigest = contentDigest
    identity.children = children
    return identity
  }

  package var byteCount: Int64 {
    (children ?? [:]).values.reduce(kind == .regular ? size : 0) { $0 + $1.byteCount }
  }
}
