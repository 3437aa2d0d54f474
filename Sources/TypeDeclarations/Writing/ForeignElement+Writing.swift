extension ForeignElement {
  /// The text of an element as it means the same inside of a package.
  ///
  /// The reader keeps elements as documents of their own, where names without a prefix are in no
  /// namespace; in a package they would be in its.
  ///
  /// - Parameter text: an element as the reader keeps it, in which `<` only begins tags.
  static func embedding(_ text: String) -> String {
    let tags = text.utf8.split(separator: UInt8(ascii: "<"))
    guard let root = tags.first, !root.declaresDefaultNamespace,
      tags.contains(where: \.isStartWithoutPrefix)
    else { return text }
    let nameEnd = root.firstIndex(where: endsName) ?? root.endIndex
    return text[..<nameEnd] + " xmlns=\"\"" + text[nameEnd...]
  }

  fileprivate static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }
}

/// The text of a document from behind a `<` to the next one.
extension Substring.UTF8View {
  fileprivate var isStartWithoutPrefix: Bool {
    guard let first, first != UInt8(ascii: "/") else { return false }
    return !prefix { !ForeignElement.endsName($0) }.contains(UInt8(ascii: ":"))
  }

  fileprivate var declaresDefaultNamespace: Bool {
    let tag = prefix { $0 != UInt8(ascii: ">") }
    return String(decoding: tag, as: UTF8.self).contains(" xmlns=\"")
  }
}
