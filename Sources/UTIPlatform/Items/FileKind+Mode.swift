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
