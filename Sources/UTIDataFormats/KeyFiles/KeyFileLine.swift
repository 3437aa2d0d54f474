/// A line of a key file, as a range of its bytes.
package struct KeyFileLine: Sendable {
  /// The contents of a line.
  package enum Content: Equatable {
    case group(String)
    case entry(key: String, value: String)
    /// A comment, an empty line or an invalid one.
    case other
  }

  /// The number of the line, counted from 1.
  package let number: Int
  /// The bytes of the line without its end.
  package let range: Range<Int>
  /// The bytes of the line with its end; a byte order mark belongs to neither.
  package let fullRange: Range<Int>

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the lines of a file.
  package static func lines(of bytes: [UInt8]) -> [KeyFileLine] {
    var lines: [KeyFileLine] = []
    var start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    while start < bytes.count {
      let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      let next = feed.map { $0 + 1 } ?? bytes.count
      var end = feed ?? bytes.count
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      lines.append(
        KeyFileLine(number: lines.count + 1, range: start..<end, fullRange: start..<next))
      start = next
    }
    return lines
  }

  /// Returns the contents of the line.
  ///
  /// - Parameter bytes: the file of the line.
  package func content(of bytes: [UInt8]) -> Content {
    let line = Self.trimmingStart(bytes[range])
    guard let first = line.first, first != UInt8(ascii: "#") else { return .other }
    if first == UInt8(ascii: "[") {
      guard let end = line.firstIndex(of: UInt8(ascii: "]")),
        line[(end + 1)...].allSatisfy(Self.isBlank)
      else { return .other }
      return .group(String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self))
    }
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex else {
      return .other
    }
    var key = line[..<equals]
    while let last = key.last, Self.isBlank(last) { key = key.dropLast() }
    return .entry(
      key: String(decoding: key, as: UTF8.self),
      value: String(decoding: Self.trimmingStart(line[(equals + 1)...]), as: UTF8.self))
  }

  private static func trimmingStart(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.drop(while: isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}
