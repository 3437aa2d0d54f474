internal import UTIPortable

/// An identifier derived from tags that no declared type claims, equal on every machine.
///
/// `dyn.a` precedes the base-32 form of a text such as `?0=6:1=glb`: supertype `public.data` (code
/// 6) and filename extension (code 1) `glb`. Identifiers made on a Mac decode here.
package struct DynamicIdentifier: Hashable, Sendable {
  /// The order is as written.
  package let tags: [Tag]
  package let conformsTo: [TypeIdentifier]

  /// Extensions are lower-cased, and OSTypes cut or padded with NUL to four characters.
  package init(tags: [Tag], conformsTo: [TypeIdentifier] = []) {
    self.tags = tags.map { Tag(tagClass: $0.tagClass, value: Self.normalized($0)) }
    self.conformsTo = conformsTo
  }

  /// nil for another alphabet, a truncated identifier (last bits not zero) or text without tags.
  package init?(_ identifier: TypeIdentifier) {
    let prefix = Self.prefix.utf8
    guard identifier.rawValue.utf8.starts(with: prefix),
      let bytes = Base32.decode(identifier.rawValue.utf8.dropFirst(prefix.count)),
      let text = String(validating: bytes, as: UTF8.self),
      let parsed = DynamicIdentifier(text: text)
    else { return nil }
    self = parsed
  }

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
/// Frequent supertypes and classes are hexadecimal codes, all others are in full. A backslash
/// precedes a character that would end the value; `?` is present exactly with a supertype.
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
