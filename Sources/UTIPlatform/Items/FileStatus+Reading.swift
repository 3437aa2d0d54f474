internal import CUTISystemCalls
package import SystemPackage

extension FileStatus {
  /// Reads the status of the item at a path with statx(2).
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - followsLinks: whether a symbolic link is followed.
  /// - Throws: the error of the call, such as `noSuchFileOrDirectory`.
  package init(of path: FilePath, followsLinks: Bool = false) throws(Errno) {
    var status = uti_status()
    let code = path.withPlatformString { Self.read(&status, of: $0, in: AT_FDCWD, followsLinks) }
    guard code == 0 else { throw Errno(rawValue: code) }
    self.init(status)
  }

  /// Reads the status of an open item with statx(2).
  ///
  /// - Parameter descriptor: the descriptor, which may be open for its path only.
  /// - Throws: the error of the call.
  package init(of descriptor: FileDescriptor) throws(Errno) {
    self = try Self(of: "", in: descriptor.rawValue, followsLinks: false)
  }

  /// Reads the status of an item by its name in an open directory with statx(2).
  ///
  /// - Parameters:
  ///   - name: the name, as the system takes it; empty for the descriptor itself.
  ///   - directory: the descriptor of the directory, or `AT_FDCWD`.
  ///   - followsLinks: whether a symbolic link is followed.
  /// - Throws: the error of the call.
  package init(
    of name: UnsafePointer<CChar>, in directory: Int32, followsLinks: Bool
  ) throws(Errno) {
    var status = uti_status()
    let code = Self.read(&status, of: name, in: directory, followsLinks)
    guard code == 0 else { throw Errno(rawValue: code) }
    self.init(status)
  }

  /// Reads the status of the item at a path.
  ///
  /// - Returns: nil if there is no item or its status cannot be read.
  package static func present(at path: FilePath, followsLinks: Bool = true) -> FileStatus? {
    try? FileStatus(of: path, followsLinks: followsLinks)
  }

  /// Returns the error number of the call, or zero.
  ///
  /// A `Result` would be shorter in the initializers, but its metadata costs a start of `uti`
  /// 100,000 instructions.
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

  /// The identity of the item.
  package var item: Item { Item(device: device, inode: inode) }
}

extension FileStatus {
  /// Reads the status of the item at the path that a ``LosslessText`` spells.
  ///
  /// A final slash is significant: the path then names a directory or nothing, and a link is
  /// followed.
  ///
  /// - Returns: nil if there is no item or its status cannot be read.
  package static func present(at path: String, followsLinks: Bool = true) -> FileStatus? {
    LosslessText.withPlatformString(path) {
      try? FileStatus(of: $0, in: AT_FDCWD, followsLinks: followsLinks)
    }
  }
}
