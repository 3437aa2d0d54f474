/// The order of texts by their bytes, eight at a time as numbers.
///
/// Identifiers have common prefixes, which a comparison from the first byte would read every time.
enum TextOrder {
  private struct Entry {
    /// Eight bytes, the first of them the highest; zeros after the end.
    var word: UInt64 = 0
    let text: UnsafeRawBufferPointer
    let place: UInt32
  }

  /// Equal texts keep their order; the memory of the texts has to remain valid.
  static func places(of texts: some Sequence<UnsafeRawBufferPointer>) -> [UInt32] {
    var entries: [Entry] = []
    entries.reserveCapacity(texts.underestimatedCount)
    for text in texts { entries.append(Entry(text: text, place: UInt32(entries.count))) }
    entries.withUnsafeMutableBufferPointer { sort($0) }
    return entries.map { $0.place }
  }

  private static func sort(_ entries: UnsafeMutableBufferPointer<Entry>) {
    var pending: [(range: Range<Int>, depth: Int)] = [(0..<entries.count, 0)]
    while let (range, depth) = pending.popLast() {
      for index in range { entries[index].word = word(of: entries[index].text, from: depth) }
      var run = UnsafeMutableBufferPointer(rebasing: entries[range])
      run.sort { left, right in
        if left.word != right.word { return left.word < right.word }
        let leftRest = rest(of: left.text, depth)
        let rightRest = rest(of: right.text, depth)
        return leftRest == rightRest ? left.place < right.place : leftRest < rightRest
      }
      var start = range.lowerBound
      while start < range.upperBound {
        var end = start + 1
        let goesOn = entries[start].text.count > depth + 8
        while goesOn, end < range.upperBound, entries[end].word == entries[start].word { end += 1 }
        // Shorter texts of the same word precede these and are in order.
        if end - start > 1 { pending.append((start..<end, depth + 8)) }
        start = end
      }
    }
  }

  /// The number of bytes from a depth on; all numbers above eight are equal.
  private static func rest(of text: UnsafeRawBufferPointer, _ depth: Int) -> Int {
    min(text.count - depth, 9)
  }

  private static func word(of text: UnsafeRawBufferPointer, from depth: Int) -> UInt64 {
    if text.count >= depth + 8 {
      return UInt64(bigEndian: text.loadUnaligned(fromByteOffset: depth, as: UInt64.self))
    }
    var word: UInt64 = 0
    for place in depth..<depth + 8 {
      word = word << 8 | (place < text.count ? UInt64(text[place]) : 0)
    }
    return word
  }
}
