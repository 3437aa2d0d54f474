internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

extension MagicMatch {
  /// Rules 5.4 to 5.12; the findings are about a match that is usable nevertheless.
  init(_ element: XMLElement, _ findings: inout FindingList) throws(StatementError) {
    let typeName = try element.required("type").string
    guard let type = ValueType(rawValue: typeName) else {
      throw StatementError(
        "unknown-match-type", "a match has no type “\(typeName.prefix(60))”",
        remedy: "write one of \(ValueType.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let offset = try element.required("offset")
    guard let offsets = MagicNumber.offsets(offset.bytes) else {
      throw StatementError(
        "invalid-offset",
        "the offset “\(offset.string.prefix(60))” is neither a number nor a range of numbers",
        remedy: "write a number, or first:last with the first not above the last")
    }
    let text = try element.required("value")
    let maskText = element.attributes.value(of: "mask")
    let value: [UInt8]
    let mask: [UInt8]?
    if let encoding = NumberEncoding(type) {
      value = try encoding.bytes(of: text, "value")
      mask = try maskText.map { (text) throws(StatementError) in
        try encoding.bytes(of: text, "mask")
      }
    } else {
      var isIncomplete = false
      value = MagicText.unescaping(Array(text.bytes)) { isIncomplete = true }
      guard !value.isEmpty else {
        throw StatementError(
          "empty-value", "the value of a match is empty", remedy: "write the bytes to find")
      }
      if isIncomplete {
        findings.report(
          .warning, "incomplete-escape", at: element.position,
          "the value “\(text.string.prefix(60))” holds \\x without digits or ends in a backslash",
          remedy: "write \\x and two hexadecimal digits, or \\\\ for a backslash")
      }
      mask = try maskText.map { (text) throws(StatementError) in
        try MagicText.mask(text, valueCount: value.count) {
          findings.report(
            .warning, "short-mask", at: element.position,
            "the mask has fewer than two digits for each byte of the value; those that are missing"
              + " count as 0",
            remedy: "write two digits for each byte")
        }
      }
    }
    self.init(type: type, offsets: offsets, value: value, mask: mask, position: element.position)
  }
}

/// The width of a number and its byte order in memory (rule 5.8).
private struct NumberEncoding {
  let width: Int
  let isBigEndian: Bool

  /// nil for strings.
  init?(_ type: MagicMatch.ValueType) {
    let hostIsBigEndian = 1.bigEndian == 1
    switch type {
    case .string: return nil
    case .byte: (width, isBigEndian) = (1, true)
    case .big16: (width, isBigEndian) = (2, true)
    case .big32: (width, isBigEndian) = (4, true)
    case .little16: (width, isBigEndian) = (2, false)
    case .little32: (width, isBigEndian) = (4, false)
    case .host16: (width, isBigEndian) = (2, hostIsBigEndian)
    case .host32: (width, isBigEndian) = (4, hostIsBigEndian)
    }
  }

  func bytes(of text: XMLText, _ attribute: String) throws(StatementError) -> [UInt8] {
    guard let number = MagicNumber.value(text.bytes), number >> UInt64(8 * width) == 0 else {
      throw StatementError(
        "invalid-number",
        "the \(attribute) “\(text.string.prefix(60))” is not a number of \(8 * width) bits",
        remedy: "write a decimal number, an octal one after 0, or a hexadecimal one after 0x")
    }
    let ascending = (0..<width).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    return isBigEndian ? ascending.reversed() : ascending
  }
}
