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

/// The text inside a dynamic identifier: `?0=supertype,supertype:class=value:class=value`.
///
/// Frequent supertypes and tag classes are written as hexadecimal codes, all others in full. A
/// backslash precedes a character that would end the value. The `?` is present exactly when there
/// is a supertype.
extension DynamicIdentifier {
  /// The codes of identifiers found on Macs, and of published tables.
  private static let codes: [(code: String, identifier: String)] = [
    ("1", TagClass.filenameExtension.rawValue),
    ("2", TagClass.osType.rawValue),
    ("3", TagClass.mimeType.rawValue),
    ("4", TagClass.pasteboardType.rawValue),
    ("5", TagClass.urlScheme.rawValue),
    ("6", "public.data"),
    ("7", "public.text"),
    ("8", "public.plain-text"),
    ("9", "public.utf16-plain-text"),
    ("A", "com.apple.traditional-mac-plain-text"),
    ("B", "public.image"),
    ("C", "public.video"),
    ("D", "public.audio"),
    ("E", "public.directory"),
    ("F", "public.folder"),
    ("10", "com.apple.package"),
    ("13", "public.content"),
  ]

  private static let conformsToKey = "0"
  private static let escape: Character = "\\"
  private static let escaped: Set<Character> = ["\\", ":", "=", ",", "\0"]

  var text: String {
    var components: [String] = []
    if !conformsTo.isEmpty {
      let supertypes = conformsTo.map { Self.code(of: $0.rawValue) }
      components.append("?\(Self.conformsToKey)=" + supertypes.joined(separator: ","))
    }
    for tag in tags {
      components.append(Self.code(of: tag.tagClass.rawValue) + "=" + Self.escaping(tag.value))
    }
    return components.joined(separator: ":")
  }

  init?(text: String) {
    let claimsSupertypes = text.hasPrefix("?")
    var components = Self.split(text.dropFirst(claimsSupertypes ? 1 : 0), at: ":")
    var conformsTo: [TypeIdentifier] = []
    if claimsSupertypes {
      guard let first = components.first, first.hasPrefix("\(Self.conformsToKey)=") else {
        return nil
      }
      components.removeFirst()
      for name in Self.split(first.dropFirst(2), at: ",") {
        guard let identifier = TypeIdentifier(Self.identifier(of: Self.unescaping(name))) else {
          return nil
        }
        conformsTo.append(identifier)
      }
    }
    var tags: [Tag] = []
    for component in components {
      let parts = Self.split(component, at: "=")
      guard parts.count == 2, !parts[0].isEmpty, parts[0] != Self.conformsToKey else { return nil }
      let tagClass = TagClass(rawValue: Self.identifier(of: Self.unescaping(parts[0])))
      tags.append(Tag(tagClass: tagClass, value: Self.unescaping(parts[1])))
    }
    guard !tags.isEmpty else { return nil }
    self.init(tags: tags, conformsTo: conformsTo)
    // // Only canonical text is accepted; otherwise one type would have two identifiers.
    guard self.text == text else { return nil }
  }

  private static func code(of identifier: String) -> String {
    codes.first { $0.identifier == identifier }?.code ?? escaping(identifier)
  }

  private static func identifier(of code: String) -> String {
    codes.first { $0.code == code }?.identifier ?? code
  }

  private static func escaping(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      if escaped.contains(Character(scalar)) { result.append(escape) }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  private static func unescaping(_ value: Substring) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(scalar)
        isEscaped = false
      }
    }
    return String(result)
  }

  /// Splits at a separator that no backslash precedes.
  private static func split(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isEscaped = false
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == separator {
        parts.append(text[start..<index])
        start = text.unicodeScalars.index(after: index)
      }
    }
    parts.append(text[start...])
    return parts
  }
}
