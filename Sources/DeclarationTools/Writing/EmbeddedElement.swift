internal import UTIPlatform

/// An element of another vocabulary as it is written into a shared-mime-info package.
enum EmbeddedElement {
  /// The text of an element with the same meaning inside of a package.
  ///
  /// The reader keeps elements as separate documents, in which names without a prefix are in no
  /// namespace; inside of a package they would be in the namespace of the package.
  ///
  /// - Parameter text: an element as the reader keeps it, in which `<` only begins tags.
  static func text(of text: String) -> String {
    let tags = text.utf8.split(separator: UInt8(ascii: "<"))
    guard let root = tags.first, !root.declaresDefaultNamespace,
      tags.contains(where: \.isStartWithoutPrefix)
    else { return text }
    let nameEnd = root.firstIndex(where: endsName) ?? root.endIndex
    return text[..<nameEnd] + " xmlns=\"\"" + text[nameEnd...]
  }

  fileprivate static func endsName(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }
}

/// The text of a document from one `<` to the next.
extension Substring.UTF8View {
  fileprivate var isStartWithoutPrefix: Bool {
    guard let first, first != UInt8(ascii: "/") else { return false }
    return !prefix { !EmbeddedElement.endsName($0) }.contains(UInt8(ascii: ":"))
  }

  fileprivate var declaresDefaultNamespace: Bool {
    Substring(prefix { $0 != UInt8(ascii: ">") }).includes(" xmlns=\"")
  }
}
