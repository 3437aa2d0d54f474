public import SystemPackage
public import UTIPlatform

/// An entry of a directory, as its listing reports it.
///
/// A listing costs a few system calls for a directory, and a status costs one for each item. The
/// inode number and the kind are hints: a mount point reports the item below the mount, and some
/// file systems report other numbers in the status of an item.
public struct ListedItem: Hashable, Sendable {
  /// The name of the item.
  public var name: FilePath.Component
  /// The inode number of the item; nil if the listing does not contain it.
  public var inode: UInt64?
  /// The kind of the item; nil if the listing does not contain it.
  public var kind: FileKind?

  /// Creates an item, for stores that a program implements.
  ///
  /// - Parameters:
  ///   - name: the name of the item.
  ///   - inode: the inode number of the item; nil if it is not known.
  ///   - kind: the kind of the item; nil if it is not known.
  public init(name: FilePath.Component, inode: UInt64?, kind: FileKind?) {
    self.name = name
    self.inode = inode
    self.kind = kind
  }
}
