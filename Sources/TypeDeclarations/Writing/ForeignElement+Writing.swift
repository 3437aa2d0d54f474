extension ForeignElement {
  /// Returns the text of an element in a form with the same meaning inside a package.
  ///
  /// The reader stores elements as independent documents, where names without a prefix have no
  /// namespace; in a package they would have the package's.
  ///
  /// - Parameter text: an element as the reader stores it, in which `<` only begins tags.
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

/// The text of a document from one `<` to the next.
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
