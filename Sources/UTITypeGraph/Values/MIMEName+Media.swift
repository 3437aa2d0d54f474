/// The supertypes that follow from the media type of a name.
extension MIMEName {
  /// True if the name is a type of byte streams, and not of an item, a volume, a URI scheme or a
  /// printer.
  package var namesStream: Bool {
    !Self.mediaWithoutStream.contains { hasMedia($0) }
  }

  private static let mediaWithoutStream: [StaticString] = [
    "inode", "x-content", "x-scheme-handler", "all", "uri", "print",
  ]

  /// The supertypes of a type without other evidence.
  ///
  /// The table has only supertypes that agree with the declared types wherever both exist.
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
