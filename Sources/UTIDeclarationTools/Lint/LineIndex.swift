/// The starts of the lines: after a line feed, or a carriage return without a line feed.
package struct LineIndex: Sendable {
  private let starts: [Int]
  private let byteCount: Int

  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ bytes: [UInt8]) {
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      let isEnd =
        byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      if isEnd { starts.append(index + 1) }
    }
    self.starts = starts
    byteCount = bytes.count
  }

  /// The line includes its end, and is counted from 1; nil when there is no such line.
  package func range(ofLine line: Int) -> Range<Int>? {
    guard starts.indices.contains(line - 1) else { return nil }
    return starts[line - 1]..<(starts.indices.contains(line) ? starts[line] : byteCount)
  }
}
