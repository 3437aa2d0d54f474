public import SystemPackage

/// The status of a file-system item, as statx(2) reports it.
public struct FileStatus: Hashable, Sendable {
  /// The kind of the item.
  public var kind: FileKind
  /// The device of the file system.
  public var device: UInt64
  /// The number of the item in its file system.
  public var inode: UInt64
  /// The size in bytes.
  public var size: Int64
  /// How many names the item has.
  public var linkCount: UInt64
  /// The permissions, with the set-user-ID, set-group-ID and sticky bits.
  public var permissions: FilePermissions
  /// The owner's number.
  public var owner: UInt32
  /// The group's number.
  public var group: UInt32
  /// When the contents were last modified.
  public var modified: FileTime
  /// When the item or its attributes were last changed.
  public var changed: FileTime
  /// When the item was made; nil where the file system does not say.
  public var created: FileTime?
  /// Whether nobody may change the item, the superuser included.
  public var isImmutable: Bool
  /// Whether the contents may only grow.
  public var isAppendOnly: Bool
  /// Whether the item is where something is mounted.
  public var isMountPoint: Bool

  /// Makes a status, for stores of one's own.
  ///
  /// - Parameters:
  ///   - kind: the kind of the item.
  ///   - device: the device of the file system.
  ///   - inode: the number of the item in its file system.
  ///   - size: the size in bytes.
  ///   - permissions: the permissions.
  ///   - modified: when the contents were last modified; also taken as the time of change.
  public init(
    kind: FileKind, device: UInt64, inode: UInt64, size: Int64, permissions: FilePermissions,
    modified: FileTime
  ) {
    self.kind = kind
    self.device = device
    self.inode = inode
    self.size = size
    linkCount = 1
    self.permissions = permissions
    owner = 0
    group = 0
    self.modified = modified
    changed = modified
    created = nil
    isImmutable = false
    isAppendOnly = false
    isMountPoint = false
  }

  /// Returns a Boolean value that indicates whether two statuses describe one item, possibly at
  /// different times.
  package func isSameItem(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
