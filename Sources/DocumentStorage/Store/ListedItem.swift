public import SystemPackage
public import UTIPlatform

/// An item of a directory, according to the directory itself.
///
/// A listing costs a few system calls for a directory, and a status costs one for each item. The
/// number and the kind are hints: a mount point has those of the item below the mount, and some file
/// systems report other numbers in the status of an item.
public struct ListedItem: Hashable, Sendable {
  /// The name of the item.
  public var name: FilePath.Component
  /// The number of the item in its file system; nil if the directory does not contain it.
  public var inode: UInt64?
  /// The kind of the item; nil if the directory does not contain it.
  public var kind: FileKind?

  /// Makes an item, for stores of a program's own.
  ///
  /// - Parameters:
  ///   - name: the name of the item.
  ///   - inode: the number of the item in its file system; nil if it is not known.
  ///   - kind: the kind of the item; nil if it is not known.
  public init(name: FilePath.Component, inode: UInt64?, kind: FileKind?) {
    self.name = name
    self.inode = inode
    self.kind = kind
  }
}
