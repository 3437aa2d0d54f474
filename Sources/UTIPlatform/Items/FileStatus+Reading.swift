internal import CUTISystemCalls
package import SystemPackage

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
}

extension FileStatus {
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
}

extension FileStatus {
  /// A final slash of the ``LosslessText`` is significant: the path names a directory or nothing,
  /// and a link is followed; nil if there is no item or its status cannot be read.
  package static func present(at path: String, followsLinks: Bool = true) -> FileStatus? {
    LosslessText.withPlatformString(path) {
      try? FileStatus(of: $0, in: AT_FDCWD, followsLinks: followsLinks)
    }
  }
}
