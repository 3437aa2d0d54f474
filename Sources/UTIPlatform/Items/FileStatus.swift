internal import CUTISystemCalls
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

extension FileStatus {
  /// Throws the error of statx(2), such as `noSuchFileOrDirectory`.
  package init(of path: FilePath, followsLinks: Bool = false) throws(Errno) {
    var status = uti_status()
    let code = path.withPlatformString { Self.read(&status, of: $0, in: AT_FDCWD, followsLinks) }
    guard code == 0 else { throw Errno(rawValue: code) }
    self.init(status)
  }

  /// Calls statx(2); the descriptor may be open for its path only.
  package init(of descriptor: FileDescriptor) throws(Errno) {
    self = try Self(of: "", in: descriptor.rawValue, followsLinks: false)
  }

  /// Calls statx(2); `name` is empty for the descriptor itself, and `directory` may be `AT_FDCWD`.
  package init(
    of name: UnsafePointer<CChar>, in directory: Int32, followsLinks: Bool
  ) throws(Errno) {
    var status = uti_status()
    let code = Self.read(&status, of: name, in: directory, followsLinks)
    guard code == 0 else { throw Errno(rawValue: code) }
    self.init(status)
  }

  /// Nil if there is no item or its status cannot be read.
  package static func present(at path: FilePath, followsLinks: Bool = true) -> FileStatus? {
    try? FileStatus(of: path, followsLinks: followsLinks)
  }

  /// The error number, or zero: metadata of `Result` would cost a start of `uti` 100,000
  /// instructions.
  private static func read(
    _ status: inout uti_status, of name: UnsafePointer<CChar>, in directory: Int32,
    _ followsLinks: Bool
  ) -> Int32 {
    // On a network file system a signal may interrupt the call.
    while uti_status_at(directory, name, followsLinks ? 1 : 0, &status) != 0 {
      guard errno == EINTR else { return errno }
    }
    return 0
  }

  private init(_ status: uti_status) {
    self.init(
      kind: FileKind(mode: status.mode), device: status.device, inode: status.inode,
      size: Int64(clamping: status.size),
      permissions: FilePermissions(rawValue: status.mode & 0o7777),
      modified: FileTime(
        seconds: status.modified_seconds, nanoseconds: status.modified_nanoseconds))
    linkCount = status.link_count
    owner = status.user
    group = status.group
    changed = FileTime(seconds: status.changed_seconds, nanoseconds: status.changed_nanoseconds)
    if status.has_birth_time != 0 {
      created = FileTime(seconds: status.birth_seconds, nanoseconds: status.birth_nanoseconds)
    }
    isImmutable = status.is_immutable != 0
    isAppendOnly = status.is_append_only != 0
    isMountPoint = status.is_mount_root != 0
  }

  /// The device and number of an item, which identify it as long as it exists, under any path.
  package struct Item: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  package var item: Item { Item(device: device, inode: inode) }

  /// A final slash of the ``LosslessText`` is significant: the path names a directory or nothing,
  /// and a link is followed; nil if there is no item or its status cannot be read.
  package static func present(at path: String, followsLinks: Bool = true) -> FileStatus? {
    LosslessText.withPlatformString(path) {
      try? FileStatus(of: $0, in: AT_FDCWD, followsLinks: followsLinks)
    }
  }
}

/// A time as a file system records it, since 1970-01-01 00:00:00 UTC.
public struct FileTime: Hashable, Sendable {
  /// Whole seconds, negative before 1970.
  public let seconds: Int64
  /// The rest in nanoseconds, 0 ..< 1,000,000,000.
  public let nanoseconds: UInt32

  /// Makes a time.
  ///
  /// - Parameters:
  ///   - seconds: whole seconds since 1970-01-01 00:00:00 UTC.
  ///   - nanoseconds: the rest, 0 ..< 1,000,000,000.
  public init(seconds: Int64, nanoseconds: UInt32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

extension FileTime {
  package static var now: FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: UInt32(time.tv_nsec))
  }

  /// Returns what the file system records, without following links; not part of ``FileStatus``,
  /// which stays equal when an item is read.
  package static func lastRead(of path: FilePath) -> FileTime? {
    var status = stat()
    guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
    return FileTime(
      seconds: Int64(status.st_atim.tv_sec), nanoseconds: UInt32(status.st_atim.tv_nsec))
  }
}

extension FileTime: Comparable {
  /// Returns a Boolean value that indicates whether one time is before another.
  public static func < (one: FileTime, other: FileTime) -> Bool {
    (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
  }
}

extension FileTime {
  /// The time in UTC in the format of RFC 3339, with milliseconds.
  package var timestamp: String {
    var seconds = time_t(seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int32, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(parts.tm_year + 1900, 4) + "-" + digits(parts.tm_mon + 1, 2) + "-"
      + digits(parts.tm_mday, 2) + "T" + digits(parts.tm_hour, 2) + ":" + digits(parts.tm_min, 2)
      + ":" + digits(parts.tm_sec, 2) + "." + digits(Int32(nanoseconds / 1_000_000), 3) + "Z"
  }
}

/// The kind of a file system, for the question of which other programs change it.
package struct FileSystemKind {
  private let number: UInt64

  package init(of descriptor: FileDescriptor) {
    number = uti_file_system_kind(descriptor.rawValue)
  }

  package init(number: UInt64) { self.number = number }

  package var isInUserSpace: Bool { number == Self.userSpace }

  /// True if other computers change the file system without notice to this one.
  package var isOfOtherMachines: Bool { Self.network.contains(number) }

  private static let userSpace: UInt64 = 0x6573_5546

  // The numbers of linux/magic.h and statfs(2).
  private static let network: Set<UInt64> = [
    0x6969,  // NFS
    0x517B, 0xFE53_4D42, 0xFF53_4D42,  // SMB, in its three implementations
    0x564C,  // NCP
    0x0102_1997,  // 9P
    0x7375_7245,  // Coda
    0x5346_414F, 0x6B41_4653,  // AFS, in its two implementations
    0x00C3_6400,  // Ceph
    0x0BD0_0BD0,  // Lustre
    0x0116_1970, 0x7461_636F,  // GFS2 and OCFS2, disks that several machines share
    0x786F_4256,  // folders that VirtualBox shares
    0x4750_4653,  // GPFS
    0xAAD7_AAEA,  // PanFS
  ]
}
