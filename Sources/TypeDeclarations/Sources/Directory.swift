internal import SystemPackage
internal import UTIPlatform

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
    self = try PathText.withPath(path) { path in
      Result { () throws(Errno) in try Self(DirectoryEntries(path: path)) }
    }.get()
  }

  private init(_ entries: consuming DirectoryEntries) throws(Errno) {
    var status = stat()
    guard fstat(entries.descriptor, &status) == 0 else { throw Errno(rawValue: errno) }
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    var names: [String] = []
    while let entry = try entries.next() {
      if entry.kind != .directory { names.append(PathText.text(entry.name)) }
    }
    self.names = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
