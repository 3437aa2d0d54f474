internal import UTIPortable

/// A MIME type name: media and subtype, without parameters.
///
/// Names compare without ASCII case and keep their spelling (shared-mime-info specification; the
/// upstream test list names both `audio/AMR` and `audio/amr`).
package struct MIMEName: Sendable {
  /// The name as written, such as `image/svg+xml`.
  package let spelling: String
  /// The name in lower case, which comparisons use.
  package let canonical: String

  /// Makes a name from text.
  package init?(_ text: String) {
    guard text.withBytes(Self.isName) else { return nil }
    spelling = text
    canonical = CaseFolding.ascii(text)
  }

  /// The media type, such as `image`, in lower case.
  package var media: Substring {
    canonical[..<(canonical.utf8.firstIndex(of: 0x2F) ?? canonical.endIndex)]
  }

  /// The media type is given in lower case.
  package func hasMedia(_ media: StaticString) -> Bool {
    canonical.withBytes { name in
      let count = media.utf8CodeUnitCount
      guard name.count > count, name[count] == 0x2F else { return false }
      return UnsafeRawBufferPointer(start: media.utf8Start, count: count)
        .hasBytes(of: UnsafeRawBufferPointer(rebasing: name[..<count]))
    }
  }

  static func isName(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let slash = text.firstIndex(of: 0x2F), slash > 0, slash < text.count - 1 else {
      return false
    }
    return text[..<slash].allSatisfy(isRestrictedNameCharacter)
      && text[(slash + 1)...].allSatisfy(isRestrictedNameCharacter)
  }

  /// RFC 6838 section 4.2, and the few marks of registered and real names.
  private static func isRestrictedNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23, 0x24, 0x26, 0x2D, 0x5E, 0x5F, 0x2E, 0x2B, 0x25, 0x27, 0x2A, 0x60, 0x7C, 0x7E:
      true
    default: false
    }
  }
}

extension MIMEName: Hashable {
  /// Returns true if both names are equal without case.
  package static func == (left: MIMEName, right: MIMEName) -> Bool {
    left.canonical == right.canonical
  }

  /// Hashes the lower-case name.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(canonical)
  }
}

extension MIMEName: Comparable {
  /// Orders by the bytes of the lower-case name.
  package static func < (left: MIMEName, right: MIMEName) -> Bool {
    left.canonical.bytesPrecede(right.canonical)
  }
}

extension MIMEName: CustomStringConvertible {
  /// The name as written.
  package var description: String { spelling }
}

/// The supertypes that follow from the media type of a name.
extension MIMEName {
  /// The name is not one of an item, a volume, a URI scheme or a printer.
  package var namesStream: Bool {
    !Self.mediaWithoutStream.contains { hasMedia($0) }
  }

  private static let mediaWithoutStream: [StaticString] = [
    "inode", "x-content", "x-scheme-handler", "all", "uri", "print",
  ]

  /// Only supertypes that agree with the declared types wherever both exist.
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
