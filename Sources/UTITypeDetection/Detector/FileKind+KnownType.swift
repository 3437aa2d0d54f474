internal import UTIPortable
internal import UTITypeGraph

extension FileKind {
  /// The type of a kind that the file system settles.
  struct KnownType {
    /// The type.
    let type: TypeIdentifier
    /// The name of the kind in shared-mime-info.
    let mimeType: String
    /// The kind in words, for evidence.
    let words: String
  }

  /// Returns the type and the MIME type of the kind; nil if they depend on name or bytes.
  ///
  /// Source: the shared-mime-info specification, "Non-regular files".
  ///
  /// - Parameter isMountPoint: whether a volume is mounted on the item.
  func knownType(isMountPoint: Bool) -> KnownType? {
    switch self {
    case .regular, .other: nil
    case .directory where isMountPoint:
      KnownType(
        type: .volume, mimeType: "inode/mount-point",
        words: "a directory on which a volume is mounted")
    case .directory: KnownType(type: .folder, mimeType: "inode/directory", words: "a directory")
    case .symbolicLink:
      KnownType(type: .symbolicLink, mimeType: "inode/symlink", words: "a symbolic link")
    case .namedPipe: KnownType(type: .namedPipe, mimeType: "inode/fifo", words: "a named pipe")
    case .socket: KnownType(type: .socket, mimeType: "inode/socket", words: "a socket")
    case .blockDevice:
      KnownType(type: .blockSpecial, mimeType: "inode/blockdevice", words: "a block device")
    case .characterDevice:
      KnownType(type: .characterSpecial, mimeType: "inode/chardevice", words: "a character device")
    }
  }
}
