/// Writing of text with escapes, so that it reads back unchanged.
package enum XMLEscaping {
  /// Appends text between tags.
  package static func appendText(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    append(text, to: &output, isAttribute: false)
  }

  /// Appends text in an attribute between double quotes.
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
