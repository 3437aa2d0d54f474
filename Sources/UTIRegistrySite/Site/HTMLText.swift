import UTICommandOutput
internal import UTIPlatform
internal import UTIXMLFormats

/// Text in HTML.
package enum HTMLText {
  /// Returns text as the content of an element or the value of a quoted attribute.
  ///
  /// Descriptions and tags come from untrusted sources. Characters that would begin a tag or an
  /// entity or end an attribute are written as references, and characters that hide or reverse text
  /// are shown as in ``VisibleText``.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var result: [UInt8] = []
    XMLEscaping.appendAttribute(VisibleText.shown(text).utf8, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns true if a byte of UTF-8 is special in HTML, or may begin an invisible character.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      0..<0x20, 0x7F...:
      true
    default: false
    }
  }

  /// Returns an identifier, a path or a tag, in the code font; it may be broken anywhere.
  package static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// Returns a link to a web page; for other addresses the text alone, since a link could be a
  /// script.
  package static func outsideLink(_ address: String) -> String {
    let isPage = ["http://", "https://"].contains { prefix in
      address.utf8.count > prefix.utf8.count
        && address.prefix(prefix.count).lowercased() == prefix
    }
    let text = escaped(address)
    return isPage ? "<a href=\"\(text)\" rel=\"external noreferrer\">\(text)</a>" : text
  }
}
