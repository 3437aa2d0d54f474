extension UInt8 {
  /// True if the byte is white space of XML and JSON: a space, a tab, a line feed or a carriage
  /// return (XML 1.0, production 3; RFC 8259, section 2).
  package var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

extension Substring {
  /// The text without white space at both ends.
  package var trimmingBlanks: Substring {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !$0.isBlank }),
      let last = bytes.lastIndex(where: { !$0.isBlank })
    else { return self[endIndex...] }
    return self[first...last]
  }
}

extension String {
  /// The text without white space at both ends.
  package var trimmingBlanks: Substring { self[...].trimmingBlanks }
}
