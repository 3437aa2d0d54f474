internal import CUTILibXML2
internal import UTIPlatform

/// A converter of offsets in a document to lines and columns.
///
/// Offsets are requested in ascending order, so that the document is traversed once. A line ends at
/// a line feed or at a carriage return without a following line feed.
struct XMLPositionTracker {
  private let document: UnsafeBufferPointer<UInt8>
  /// True if the document has carriage returns; without them, as usual, the C library finds the
  /// lines.
  private let hasCarriageReturns: Bool
  private var line = 1
  private var lineStart = 0
  /// The start of the next line; past the end of the document when there is none.
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

  /// Returns the place after the end of a line; past the end of the document for the last line.
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
