/// The header of a Netpbm image (Netpbm documentation, "pbm", "pgm" and "ppm", section "The
/// Format"): its kind, and two or three numbers between blanks and comments.
///
/// The first two bytes are letters that may begin any text, so that no signature detects the
/// format.
enum PortableMap {
  private static let longestHeader = 512

  static func clue(_ head: UnsafeRawBufferPointer) -> ContainerClue? {
    guard head.count > 8, head[0] == UInt8(ascii: "P"), let kind = kind(head[1]) else { return nil }
    var rest = head[2..<min(head.count, longestHeader)]
    guard number(&rest) != nil, number(&rest) != nil else { return nil }
    if kind.hasGreatestValue {
      guard let greatest = number(&rest), greatest > 0, greatest < 65536 else { return nil }
    }
    return ContainerClue(kind.mimeName, seen: "the numbers of the header of the image", at: 2)
  }

  private static func kind(_ byte: UInt8) -> (mimeName: String, hasGreatestValue: Bool)? {
    switch byte {
    case UInt8(ascii: "1"), UInt8(ascii: "4"): ("image/x-portable-bitmap", false)
    case UInt8(ascii: "2"), UInt8(ascii: "5"): ("image/x-portable-graymap", true)
    case UInt8(ascii: "3"), UInt8(ascii: "6"): ("image/x-portable-pixmap", true)
    default: nil
    }
  }

  /// Returns the next number, which must follow a blank.
  private static func number(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let first = rest.first, isBlank(first) else { return nil }
    while let byte = rest.first, isBlank(byte) || byte == UInt8(ascii: "#") {
      rest =
        byte == UInt8(ascii: "#")
        ? rest.drop { $0 != UInt8(ascii: "\n") } : rest.dropFirst()
    }
    var value: Int?
    while let byte = rest.first, (0x30...0x39).contains(byte) {
      let (next, isTooLarge) = (value ?? 0).multipliedReportingOverflow(by: 10)
      guard !isTooLarge, next < Int.max - 9 else { return nil }
      value = next + Int(byte & 0xF)
      rest = rest.dropFirst()
    }
    guard let end = rest.first, isBlank(end) else { return nil }
    return value
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
