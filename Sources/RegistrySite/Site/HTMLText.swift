import CommandOutput
internal import UTIPlatform

/// Text in HTML.
package enum HTMLText {
  /// Text as the content of an element or the value of a quoted attribute.
  ///
  /// Descriptions and tags come from strangers: what would begin a tag, an entity or end an attribute
  /// is written as a reference, and what hides or turns text around is shown as in ``VisibleText``.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var result = ""
    for scalar in VisibleText.shown(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a byte of UTF-8 means something in HTML, or may begin a character that is not seen.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), 0..<0x20, 0x7F...:
      true
    default: false
    }
  }

  /// An identifier, a path or a tag, in the letters of programs; it may be broken anywhere.
  package static func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }

  /// A link to a page of the web; of other addresses the text alone, since a link could be a script.
  package static func outsideLink(_ address: String) -> String {
    let isPage = ["http://", "https://"].contains { prefix in
      address.utf8.count > prefix.utf8.count
        && address.prefix(prefix.count).lowercased() == prefix
    }
    let text = escaped(address)
    return isPage ? "<a href=\"\(text)\" rel=\"external noreferrer\">\(text)</a>" : text
  }
}
