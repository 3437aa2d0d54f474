/// A writer of a document element by element, each on separate lines.
package struct XMLWriter {
  package private(set) var bytes: [UInt8] = []
  private let indentation: String
  private var level: Int

  /// The indentation is of each level; the level is of the first element.
  package init(indentation: String, level: Int = 0) {
    self.indentation = indentation
    self.level = level
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Text that is already XML, such as the declaration at the beginning.
  package mutating func markup(_ markup: String) {
    beginLine()
    bytes += markup.utf8
    endLine()
  }

  package mutating func element(_ name: String, _ attributes: [(name: String, value: String)] = [])
  {
    beginTag(name, attributes)
    bytes += "/>".utf8
    endLine()
  }

  package mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [], text: String
  ) {
    beginTag(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    XMLEscaping.appendText(text.utf8, to: &bytes)
    bytes += "</\(name)>".utf8
    endLine()
  }

  /// Nested content is indented by one level.
  package mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [], isNested: Bool = true,
    content: (inout XMLWriter) -> Void
  ) {
    beginTag(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    endLine()
    if isNested { level += 1 }
    content(&self)
    if isNested { level -= 1 }
    beginLine()
    bytes += "</\(name)>".utf8
    endLine()
  }

  private mutating func beginTag(_ name: String, _ attributes: [(name: String, value: String)]) {
    beginLine()
    bytes += "<\(name)".utf8
    for attribute in attributes {
      bytes += " \(attribute.name)=\"".utf8
      XMLEscaping.appendAttribute(attribute.value.utf8, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func beginLine() {
    for _ in 0..<level { bytes += indentation.utf8 }
  }

  private mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
  }
}

/// Writing of text with escapes, so that it reads back unchanged.
package enum XMLEscaping {
  /// Text between tags.
  package static func appendText(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    append(text, to: &output, isAttribute: false)
  }

  /// Text in an attribute between double quotes.
  package static func appendAttribute(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    append(text, to: &output, isAttribute: true)
  }

  private static func append(
    _ text: some Sequence<UInt8>, to output: inout [UInt8], isAttribute: Bool
  ) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\r"): output.append(contentsOf: "&#13;".utf8)
      // Readers change literal quotes, tabs and line feeds of attributes.
      case UInt8(ascii: "\"") where isAttribute: output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "\t") where isAttribute: output.append(contentsOf: "&#9;".utf8)
      case UInt8(ascii: "\n") where isAttribute: output.append(contentsOf: "&#10;".utf8)
      default: output.append(byte)
      }
    }
  }
}
