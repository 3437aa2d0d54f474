internal import CUTIByteSearch

/// The text around keys and certificates, which their readers ignore (RFC 7468, section 2).
enum PEMText {
  /// The bytes in which the boundary must begin.
  private static let window = 16384
  private static let mark = Array("-----BEGIN ".utf8)

  /// Returns the offset of the first boundary after an explanation; nil if there is none, or if the
  /// text before it is not an explanation.
  ///
  /// Programs write comments, names with values, and indented lines. Prose and programs have other
  /// lines.
  static func boundary(in text: UnsafeRawBufferPointer) -> Int? {
    let end = min(text.count, window)
    var start = 0
    while start < end {
      let lineEnd = text.firstPlace(of: 0x0A, in: start..<end) ?? end
      let line = UnsafeRawBufferPointer(rebasing: text[start..<lineEnd])
      if has(mark, line) { return start == 0 ? nil : start }
      guard isExplanation(line) else { return nil }
      start = lineEnd + 1
    }
    return nil
  }

  private static let headings = ["Bag Attributes", "Key Attributes"].map { Array($0.utf8) }

  private static func isExplanation(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.first else { return true }
    switch first {
    case 0x20, 0x09, 0x0D, UInt8(ascii: "#"): return true
    default:
      let all = 0..<line.count
      return line.firstPlace(of: UInt8(ascii: "="), in: all) != nil
        || line.firstPlace(of: UInt8(ascii: ":"), in: all) != nil
        || headings.contains { heading in
          has(heading, line)
            && (line.count == heading.count
              || line.count == heading.count + 1 && line[heading.count] == 0x0D)
        }
    }
  }

  /// Returns true if a line begins with a mark.
  private static func has(_ mark: [UInt8], _ line: UnsafeRawBufferPointer) -> Bool {
    guard line.count >= mark.count, let start = line.baseAddress else { return false }
    return uti_has_bytes(start, mark, mark.count)
  }
}
