/// The kind of a file-system item.
public enum FileKind: Hashable, Sendable {
  /// A file with contents.
  case regular
  /// A directory.
  case directory
  /// A symbolic link.
  case symbolicLink
  /// A named pipe.
  case namedPipe
  /// A socket.
  case socket
  /// A block device.
  case blockDevice
  /// A character device.
  case characterDevice
  /// A kind that this version of the library does not know.
  case other

  /// A Boolean value that indicates whether the item is neither a file nor a directory nor a
  /// symbolic link: a device, a named pipe, a socket, or a kind of a newer kernel.
  public var isSpecial: Bool {
    switch self {
    case .regular, .directory, .symbolicLink: false
    case .namedPipe, .socket, .blockDevice, .characterDevice, .other: true
    }
  }
}

extension FileKind {
  /// The kind in the mode of a status (inode(7)).
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
