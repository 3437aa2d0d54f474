import UTIPlatform

/// A text with marks at the places where findings are expected.
struct MarkedText {
  static let mark: Character = "⚑"

  /// The text without the marks.
  let bytes: [UInt8]
  /// The places of the marks.
  let positions: [SourcePosition]

  init(_ text: String) {
    var bytes: [UInt8] = []
    var positions: [SourcePosition] = []
    var line = 1
    var lineStart = 0
    for character in text {
      if character == Self.mark {
        positions.append(SourcePosition(line: line, column: bytes.count - lineStart + 1))
        continue
      }
      bytes += Array(String(character).utf8)
      if character == "\n" {
        line += 1
        lineStart = bytes.count
      }
    }
    self.bytes = bytes
    self.positions = positions
  }
}
