internal import UTIPortable

/// An identifier derived from tags that no declared type claims.
///
/// `dyn.a` is followed by the base-32 form of a text such as `?0=6:1=glb`: the type conforms to
/// `public.data` (code 6) and has the filename extension (code 1) `glb`. The same tags give the same
/// identifier on every machine, and identifiers made on a Mac decode here.
package struct DynamicIdentifier: Hashable, Sendable {
  /// The tags that the identifier encodes, in the order they are written.
  package let tags: [Tag]
  /// The supertypes that the identifier claims, in the order they are written.
  package let conformsTo: [TypeIdentifier]

  /// Makes the identifier of a type that has the tags and conforms to the supertypes.
  ///
  /// Extensions are written in lower case. OSTypes are exactly four characters: longer ones are
  /// truncated, shorter ones are padded with NUL.
  ///
  /// - Parameters:
  ///   - tags: the tags, at least one.
  ///   - conformsTo: the supertypes, often none or one.
  package init(tags: [Tag], conformsTo: [TypeIdentifier] = []) {
    self.tags = tags.map { Tag(tagClass: $0.tagClass, value: Self.normalized($0)) }
    self.conformsTo = conformsTo
  }

  /// Decodes an identifier.
  ///
  /// - Parameter identifier: an identifier that begins with `dyn.a`.
  /// - Returns: nil when a character is outside the alphabet, when the identifier is truncated (its
  ///   last bits are not zero), or when the decoded text is not a list of tags.
  /// - Complexity: O(*n*) in the length of the identifier.
  package init?(_ identifier: TypeIdentifier) {
    let prefix = Self.prefix.utf8
    guard identifier.rawValue.utf8.starts(with: prefix),
      let bytes = Base32.decode(identifier.rawValue.utf8.dropFirst(prefix.count)),
      let text = String(validating: bytes, as: UTF8.self),
      let parsed = DynamicIdentifier(text: text)
    else { return nil }
    self = parsed
  }

  /// The identifier itself.
  ///
  /// - Complexity: O(*n*) in the length of the tags.
  package var identifier: TypeIdentifier {
    TypeIdentifier(canonical: Self.prefix + Base32.encode(text.utf8))
  }

  private static let prefix = "dyn.a"

  private static func normalized(_ tag: Tag) -> String {
    switch tag.tagClass {
    case .filenameExtension:
      return CaseFolding.unicode(tag.value)
    case .osType:
      let characters = tag.value.unicodeScalars.prefix(4)
      var result = String.UnicodeScalarView(characters)
      for _ in characters.count..<4 { result.append("\0") }
      return String(result)
    default:
      return tag.value
    }
  }
}

extension DynamicIdentifier: CustomStringConvertible {
  /// The decoded text, such as `?0=6:1=glb`.
  package var description: String { text }
}
