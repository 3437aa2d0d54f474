internal import CLibXML2
internal import UTIPlatform

/// Turns offsets in a document into lines and columns.
///
/// Offsets are asked for in rising order, so that a document is walked through once. A line ends at
/// a line feed or at a carriage return that no line feed follows.
struct XMLPositionTracker {
  private let document: UnsafeBufferPointer<UInt8>
  /// Nearly no document has carriage returns, and then the C library finds the lines.
  private let hasCarriageReturns: Bool
  private var line = 1
  private var lineStart = 0
  /// Where the next line begins; beyond the document when there is none.
  private var nextLineStart = 0

  init(document: UnsafeBufferPointer<UInt8>) {
    self.document = document
    hasCarriageReturns =
      document.baseAddress.map { memchr($0, 0x0D, document.count) != nil } ?? false
    nextLineStart = endOfLine(from: 0)
  }

  mutating func position(at target: Int) -> SourcePosition {
    let target = Swift.min(target, document.count)
    while nextLineStart <= target {
      line += 1
      lineStart = nextLineStart
      nextLineStart = endOfLine(from: lineStart)
    }
    return SourcePosition(line: line, column: Swift.max(target - lineStart, 0) + 1)
  }

  /// The place behind the end of a line; beyond the document when nothing ends it.
  private func endOfLine(from start: Int) -> Int {
    if hasCarriageReturns { return endOfAnyLine(from: start) }
    guard let bytes = document.baseAddress, start < document.count,
      let found = memchr(bytes + start, 0x0A, document.count - start)
    else { return .max }
    return UnsafeRawPointer(found) - UnsafeRawPointer(bytes) + 1
  }

  private func endOfAnyLine(from start: Int) -> Int {
    for place in start..<document.count {
      let byte = document[place]
      guard byte == 0x0A || byte == 0x0D else { continue }
      let next = place + 1
      if byte == 0x0D, next < document.count, document[next] == 0x0A { continue }
      return next
    }
    return .max
  }
}
