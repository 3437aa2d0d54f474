internal import TypeGraph
internal import UTIPlatform

/// What kind of object a path names, as far as the file system tells without opening it.
enum FileKind: Hashable {
  case regular(size: Int)
  case directory
  case mountPoint
  case symbolicLink
  case namedPipe
  case socket
  case blockDevice
  case characterDevice
  case other

  init(_ status: stat) {
    self =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular(size: Int(status.st_size))
      case S_IFDIR: .directory
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .namedPipe
      case S_IFSOCK: .socket
      case S_IFBLK: .blockDevice
      case S_IFCHR: .characterDevice
      default: .other
      }
  }

  /// The type and the MIME name of a kind that the file system settles; nil for regular files.
  var answer: (type: TypeIdentifier, mimeType: String, words: String)? {
    switch self {
    case .regular, .other: nil
    case .directory: (.folder, "inode/directory", "a directory")
    case .mountPoint: (.volume, "inode/mount-point", "a directory on which a volume is mounted")
    case .symbolicLink: (.symbolicLink, "inode/symlink", "a symbolic link")
    case .namedPipe: (.namedPipe, "inode/fifo", "a named pipe")
    case .socket: (.socket, "inode/socket", "a socket")
    case .blockDevice: (.blockSpecial, "inode/blockdevice", "a block device")
    case .characterDevice: (.characterSpecial, "inode/chardevice", "a character device")
    }
  }
}
