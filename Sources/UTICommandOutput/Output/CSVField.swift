internal import UTIPlatform

/// The fields of comma-separated values (RFC 4180).
///
/// A record ends with a line feed alone, as other programs for Unix write it. An absent value is
/// nothing between its commas, and an empty value is two quotation marks.
package enum CSVField {
  /// Appends a field, in quotation marks if its text needs them.
  ///
  /// - Parameters:
  ///   - text: the text, as ``LosslessText``, whose bytes are written unchanged; nil for an absent
  ///     value.
  ///   - bytes: the bytes of the record.
  package static func append(_ text: String?, to bytes: inout [UInt8]) {
    guard let text else { return }
    let field = LosslessText.hasStrayBytes(text) ? LosslessText.bytes(text) : Array(text.utf8)
    guard field.isEmpty || field.contains(where: needsQuotationMarks) else {
      bytes += field
      return
    }
    bytes.append(quotationMark)
    for byte in field {
      if byte == quotationMark { bytes.append(quotationMark) }
      bytes.append(byte)
    }
    bytes.append(quotationMark)
  }

  /// Returns the line with the names of the columns, with its line feed.
  package static func header(_ names: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, name) in names.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(name, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private static let quotationMark = UInt8(ascii: "\"")

  private static func needsQuotationMarks(_ byte: UInt8) -> Bool {
    switch byte {
    case quotationMark, UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}
