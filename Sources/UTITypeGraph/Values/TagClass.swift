internal import UTIPortable

/// The vocabulary a tag belongs to, such as filename extensions or MIME types.
package struct TagClass: Hashable, Sendable, RawRepresentable {
  /// The identifier of the tag class, as written in `UTTypeTagSpecification`.
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Filename extensions, without the leading dot.
  package static let filenameExtension = TagClass(rawValue: "public.filename-extension")
  /// MIME types.
  package static let mimeType = TagClass(rawValue: "public.mime-type")
  /// Four-character codes of the classic Mac OS.
  package static let osType = TagClass(rawValue: "com.apple.ostype")
  /// Names of pasteboard types.
  package static let pasteboardType = TagClass(rawValue: "com.apple.nspboard-type")
  /// Schemes of URLs.
  package static let urlScheme = TagClass(rawValue: "public.url-scheme")
  /// Identifiers of PRONOM, such as `fmt/18`.
  package static let format = TagClass(rawValue: "org.nationalarchives.puid")

  /// OSTypes, pasteboard names and device codes are compared byte for byte.
  package var comparesWithoutCase: Bool {
    self == .filenameExtension || self == .mimeType || self == .urlScheme
  }

  /// The form in which a value of this class is stored and looked up.
  package func key(for value: String) -> String {
    comparesWithoutCase ? CaseFolding.unicode(value) : value
  }
}

/// A value in a tag class, which connects a type to names outside the type system.
package struct Tag: Sendable {
  /// The vocabulary of the value.
  package let tagClass: TagClass
  /// The value as declared.
  package let value: String

  package init(tagClass: TagClass, value: String) {
    self.tagClass = tagClass
    self.value = value
  }

  package var folded: Tag {
    Tag(tagClass: tagClass, value: tagClass.key(for: value))
  }

  /// False for no value, and an extension with a period, space or slash (observed: `tar.gz`).
  package var isValid: Bool {
    guard !value.isEmpty, !value.utf8.contains(0) || tagClass == .osType else { return false }
    guard tagClass == .filenameExtension else { return true }
    return value.utf8.allSatisfy(Self.mayStandInExtension)
  }

  @inline(__always)
  static func mayStandInExtension(_ byte: UInt8) -> Bool {
    byte != 0 && byte != UInt8(ascii: ".") && byte != UInt8(ascii: " ") && byte != UInt8(ascii: "/")
  }
}

extension TagClass {
  /// The names by which commands and callers write a class, the preferred one first.
  package static let shortNames: [(name: String, tagClass: TagClass)] = [
    ("extension", .filenameExtension), ("mime-type", .mimeType), ("ostype", .osType),
    ("nspboard-type", .pasteboardType), ("url-scheme", .urlScheme), ("puid", .format),
    ("filename-extension", .filenameExtension), ("ext", .filenameExtension), ("mime", .mimeType),
  ]
}

extension Tag {
  /// The tag of `.ext`, of `class=value` or of a MIME type; nil for another text.
  ///
  /// The parameters of a MIME type are dropped.
  package init?(written text: String) {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: ".") {
      self.init(tagClass: .filenameExtension, value: String(decoding: bytes[1...], as: UTF8.self))
      return
    }
    // A parameter of a MIME type has an equals sign too.
    if let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "/") }),
      mark > 0, bytes[mark] == UInt8(ascii: "=")
    {
      let name = String(decoding: bytes[..<mark], as: UTF8.self)
      let tagClass =
        TagClass.shortNames.first { $0.name == name }?.tagClass ?? TagClass(rawValue: name)
      let value = bytes[(mark + 1)...]
      self.init(
        tagClass: tagClass,
        value: tagClass == .mimeType
          ? Self.mimeName(value) : String(decoding: value, as: UTF8.self))
      return
    }
    guard bytes.contains(UInt8(ascii: "/")) else { return nil }
    self.init(tagClass: .mimeType, value: Self.mimeName(bytes[...]))
  }

  private static func mimeName(_ field: ArraySlice<UInt8>) -> String {
    var name = field.prefix { $0 != UInt8(ascii: ";") }
    while let last = name.last, last == 0x20 || last == 0x09 { name.removeLast() }
    return String(decoding: name, as: UTF8.self)
  }
}

extension Tag: Hashable {
  /// Returns true if both tags have the same class and the same
  /// bytes.
  package static func == (left: Tag, right: Tag) -> Bool {
    left.tagClass == right.tagClass && ByteText(left.value) == ByteText(right.value)
  }

  /// Hashes the class and the bytes of the value.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(tagClass)
    ByteText(value).hash(into: &hasher)
  }
}
