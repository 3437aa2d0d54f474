package import SystemPackage

/// The status of a file-system item, as statx(2) reports it.
package struct FileStatus: Hashable, Sendable {
  /// The kind of the item.
  package var kind: FileKind
  /// The device of the file system.
  package var device: UInt64
  /// The number of the item in its file system.
  package var inode: UInt64
  /// The size in bytes.
  package var size: Int64
  /// The number of hard links of the item.
  package var linkCount: UInt64
  /// The permissions, with the set-user-ID, set-group-ID and sticky bits.
  package var permissions: FilePermissions
  /// The owner's number.
  package var owner: UInt32
  /// The group's number.
  package var group: UInt32
  /// The time of the last modification of the contents.
  package var modified: FileTime
  /// The time of the last change of the item or its attributes.
  package var changed: FileTime
  /// The time at which the item was created; nil if the file system does not record it.
  package var created: FileTime?
  /// True if all changes of the item are forbidden, even to the
  /// superuser.
  package var isImmutable: Bool
  /// True if the contents may only grow.
  package var isAppendOnly: Bool
  /// True if the item is a mount point.
  package var isMountPoint: Bool

  /// Makes a status, for a custom store.
  ///
  /// - Parameters:
  ///   - kind: the kind of the item.
  ///   - device: the device of the file system.
  ///   - inode: the number of the item in its file system.
  ///   - size: the size in bytes.
  ///   - permissions: the permissions.
  ///   - modified: the time of the last modification; also used as the time of change.
  package init(
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
