internal import Glibc
internal import SystemPackage

/// The names in a directory, and which directory it is.
struct Directory {
  /// What tells one directory from all others, whatever paths lead to it.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  let identity: Identity
  /// The names in byte order, without those of directories.
  let names: [String]

  /// Lists a directory.
  ///
  /// - Throws: the error of the operating system, such as `noSuchFileOrDirectory`.
  init(path: String) throws(Errno) {
    guard let stream = PathText.withPath(path, { opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { closedir(stream) }
    var status = stat()
    guard fstat(dirfd(stream), &status) == 0 else { throw Errno(rawValue: errno) }
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw Errno(rawValue: errno) }
        break
      }
      guard entry.pointee.d_type != UInt8(DT_DIR) else { continue }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        PathText.text(bytes.prefix { $0 != 0 })
      }
      names.append(name)
    }
    self.names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
