/// Writes text so that it reads back as itself.
package enum XMLEscaping {
  /// Appends text that stands between tags.
  package static func appendText(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
    append(text, to: &output, isAttribute: false)
  }

  /// Appends text that stands in an attribute between double quotes.
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
      // Readers turn literal quotes, tabs and line feeds of attributes into something else.
      case UInt8(ascii: "\"") where isAttribute: output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "\t") where isAttribute: output.append(contentsOf: "&#9;".utf8)
      case UInt8(ascii: "\n") where isAttribute: output.append(contentsOf: "&#10;".utf8)
      default: output.append(byte)
      }
    }
  }
}
