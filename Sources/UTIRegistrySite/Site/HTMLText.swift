internal import UTIPlatform
internal import UTIXMLFormats

/// Text in HTML.
package enum HTMLText {
  /// For an element or a quoted attribute; hidden characters are shown as in ``VisibleText``.
  ///
  /// Descriptions and tags come from untrusted sources.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var result: [UInt8] = []
    XMLEscaping.appendAttribute(VisibleText.shown(text).utf8, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Special in HTML, or the start of an invisible character.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      0..<0x20, 0x7F...:
      true
    default: false
    }
  }

  /// The text is in the code font; it may be broken anywhere.
  package static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// The text alone for all but web pages, since a link could be a script.
  package static func outsideLink(_ address: String) -> String {
    let isPage = ["http://", "https://"].contains { prefix in
      address.utf8.count > prefix.utf8.count
        && address.prefix(prefix.count).lowercased() == prefix
    }
    let text = escaped(address)
    return isPage ? "<a href=\"\(text)\" rel=\"external noreferrer\">\(text)</a>" : text
  }
}
