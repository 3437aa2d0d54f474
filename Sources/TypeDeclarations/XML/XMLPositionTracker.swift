internal import CLibXML2
internal import TypeGraph

/// Turns offsets in a document into lines and columns.
///
/// Offsets are asked for in rising order, so that a document is walked through once. A line ends at
/// a line feed or at a carriage return that no line feed follows.
struct XMLPositionTracker {
  private let document: UnsafeBufferPointer<UInt8>
  /// Nearly no document has carriage returns, and then the C library finds the lines.
  private let hasCarriageReturns: Bool
  private var offset = 0
  private var line = 1
  private var lineStart = 0

  init(document: UnsafeBufferPointer<UInt8>) {
    self.document = document
    hasCarriageReturns =
      document.baseAddress.map { memchr($0, 0x0D, document.count) != nil } ?? false
  }

  mutating func position(at target: Int) -> SourcePosition {
    let target = Swift.min(target, document.count)
    if hasCarriageReturns { walk(to: target) } else { leap(to: target) }
    return SourcePosition(line: line, column: Swift.max(target - lineStart, 0) + 1)
  }

  private mutating func leap(to target: Int) {
    guard let start = document.baseAddress else { return }
    while offset < target {
      guard let found = memchr(start + offset, 0x0A, target - offset) else { break }
      line += 1
      lineStart = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
      offset = lineStart
    }
    offset = Swift.max(offset, target)
  }

  private mutating func walk(to target: Int) {
    while offset < target {
      let byte = document[offset]
      offset += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, offset < document.count, document[offset] == 0x0A { continue }
      line += 1
      lineStart = offset
    }
  }
}
