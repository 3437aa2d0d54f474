/// What the media type of a name tells.
extension MIMEName {
  /// Whether the name is that of a stream of bytes, and not of an item, a volume, a URI scheme or a
  /// printer.
  package var namesStream: Bool {
    !Self.mediaWithoutStream.contains { hasMedia($0) }
  }

  private static let mediaWithoutStream: [StaticString] = [
    "inode", "x-content", "x-scheme-handler", "all", "uri", "print",
  ]

  /// What a type of which nothing else is known conforms to.
  ///
  /// Only what agrees with the declared types wherever both speak is told.
  package var mediaSupertypes: [TypeIdentifier] {
    switch media {
    case "image": [.image]
    case "audio": [.audio]
    case "video": [.movie]
    case "font": [.font]
    case "text": [.text]
    case "model": [.threeDContent, .data]
    case "message": [.message, .data]
    case "inode": [.item]
    default: namesStream ? [.data] : []
    }
  }
}
