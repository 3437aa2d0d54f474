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
    let place = Self.supertypes.indices.first { hasMedia(Self.supertypes[$0].media) }
    guard let place else { return namesStream ? [.data] : [] }
    return Self.supertypes[place].supertypes
  }

  private static let supertypes: [(media: StaticString, supertypes: [TypeIdentifier])] = [
    ("image", [.image]), ("audio", [.audio]), ("video", [.movie]), ("font", [.font]),
    ("text", [.text]), ("model", [.threeDContent, .data]), ("message", [.message, .data]),
    ("inode", [.item]),
  ]
}
