/// The kind of a file-system item.
package enum FileKind: Hashable, Sendable {
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

  /// True for a device, a named pipe, a socket, or a kind of a newer kernel.
  package var isSpecial: Bool {
    switch self {
    case .regular, .directory, .symbolicLink: false
    case .namedPipe, .socket, .blockDevice, .characterDevice, .other: true
    }
  }
}
