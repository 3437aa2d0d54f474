internal import SystemPackage
package import UTIPlatform

/// The state of one item, without the items in it.
struct ItemState: Hashable, Sendable {
  /// The properties that a change of attributes alters.
  private struct Attributes: Hashable, Sendable {
    let permissions: FilePermissions
    let changed: FileTime
  }

  let kind: FileKind
  let device: UInt64
  let inode: UInt64
  private let size: Int64
  private let modified: FileTime
  /// Nil if only the contents are known.
  private let attributes: Attributes?

  init(_ status: FileStatus) {
    (kind, device, inode) = (status.kind, status.device, status.inode)
    (size, modified) = (status.size, status.modified)
    attributes = Attributes(permissions: status.permissions, changed: status.changed)
  }

  /// Creates the state of an item that a save has written or linked.
  ///
  /// Its attributes are unknown, because removing the name in the old package changes the link.
  init(_ identity: FileIdentity) {
    (kind, device, inode) = (identity.kind, identity.device, identity.inode)
    (size, modified) = (identity.size, identity.modified)
    attributes = nil
  }

  /// Compares the state with a later one.
  ///
  /// The contents of a directory are separate items, so a change of its times alone is not a
  /// difference.
  func difference(to later: ItemState) -> FileStatus.Difference {
    guard kind == later.kind, device == later.device, inode == later.inode else {
      return .contents
    }
    let (old, new) = (attributes, later.attributes)
    let isUnknown = old == nil || new == nil
    if kind == .directory {
      return isUnknown || old?.permissions == new?.permissions ? .none : .metadata
    }
    guard size == later.size, modified == later.modified else { return .contents }
    return isUnknown || old == new ? .none : .metadata
  }
}

/// The comparison of two states of an item.
extension FileStatus {
  /// The difference between two states of an item.
  package enum Difference: Hashable, Sendable {
    case none, metadata, contents
  }

  /// Compares the state with a later one.
  package func difference(to later: FileStatus) -> Difference {
    ItemState(self).difference(to: ItemState(later))
  }
}
