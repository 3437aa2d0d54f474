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
  /// The number of hard links of the item.
  public var linkCount: UInt64
  /// The permissions, with the set-user-ID, set-group-ID and sticky bits.
  public var permissions: FilePermissions
  /// The owner's number.
  public var owner: UInt32
  /// The group's number.
  public var group: UInt32
  /// The time of the last modification of the contents.
  public var modified: FileTime
  /// The time of the last change of the item or its attributes.
  public var changed: FileTime
  /// The time at which the item was created; nil if the file system does not record it.
  public var created: FileTime?
  /// A Boolean value that indicates whether all changes of the item are forbidden, even to the
  /// superuser.
  public var isImmutable: Bool
  /// A Boolean value that indicates whether the contents may only grow.
  public var isAppendOnly: Bool
  /// A Boolean value that indicates whether the item is a mount point.
  public var isMountPoint: Bool

  /// Makes a status, for a custom store.
  ///
  /// - Parameters:
  ///   - kind: the kind of the item.
  ///   - device: the device of the file system.
  ///   - inode: the number of the item in its file system.
  ///   - size: the size in bytes.
  ///   - permissions: the permissions.
  ///   - modified: the time of the last modification; also used as the time of change.
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

  package func isSameItem(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

extension FileKind {
  init(mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .namedPipe
      case S_IFSOCK: .socket
      case S_IFBLK: .blockDevice
      case S_IFCHR: .characterDevice
      default: .other
      }
  }

  /// The kind that a directory stores with a name (readdir(3)); nil if it stores none.
  init?(entryType: UInt8) {
    switch Int(entryType) {
    case Int(DT_REG): self = .regular
    case Int(DT_DIR): self = .directory
    case Int(DT_LNK): self = .symbolicLink
    case Int(DT_FIFO): self = .namedPipe
    case Int(DT_SOCK): self = .socket
    case Int(DT_BLK): self = .blockDevice
    case Int(DT_CHR): self = .characterDevice
    default: return nil
    }
  }
}
