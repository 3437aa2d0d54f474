/// The start of a stream of compress(1): codes of nine bits and more, least significant bit first.
///
/// Sources: documentation of ncompress; Welch, "A Technique for High-Performance Data Compression".
enum LZWStream {
  private static let clear = 256

  /// Nothing marks the end of a stream, so a stream with an end before the limit may be cut.
  static func start(of head: ArraySlice<UInt8>, limit: Int) -> StreamStart? {
    guard head.has("\u{1F}"), head.byte(1) == 0x9D, let flags = head.byte(2) else { return nil }
    let widest = Int(flags & 0x1F)
    guard (9...16).contains(widest) else { return nil }
    let hasClear = flags & 0x80 != 0
    let firstFree = hasClear ? 257 : 256
    var codes = CodeReader(bytes: head.dropFirst(3))
    // Each code beyond the bytes is an earlier one and one byte more.
    var entries: [(previous: Int, byte: UInt8)] = []
    var previous: Int?
    var output: [UInt8] = []

    func text(of code: Int) -> [UInt8] {
      var text: [UInt8] = []
      var code = code
      while code >= firstFree {
        let entry = entries[code - firstFree]
        text.append(entry.byte)
        code = entry.previous
      }
      text.append(UInt8(truncatingIfNeeded: code))
      return text.reversed()
    }

    while output.count < limit {
      guard let code = codes.next() else { return StreamStart(bytes: output, isWhole: false) }
      if code == clear, hasClear {
        entries = []
        previous = nil
        codes.width = 9
        continue
      }
      let free = firstFree + entries.count
      guard code < free + (previous == nil ? 0 : 1), code < 256 || code >= firstFree else {
        return nil
      }
      if let known = previous {
        // The code that is being made can be used at once: it begins as the last one did.
        let byte = text(of: code < free ? code : known)[0]
        if free < 1 << widest { entries.append((known, byte)) }
      }
      guard code < firstFree + entries.count || code < 256 else { return nil }
      output += text(of: code)
      previous = code
      if firstFree + entries.count > 1 << codes.width - 1, codes.width < widest { codes.width += 1 }
    }
    return StreamStart(bytes: Array(output.prefix(limit)), isWhole: false)
  }

  /// Codes in groups of eight; when their width changes, the rest of a group is padding.
  private struct CodeReader {
    let bytes: ArraySlice<UInt8>
    private var position = 0
    private var groupStart = 0
    var width = 9 {
      didSet {
        let group = oldValue * 8
        groupStart += (position - groupStart + group - 1) / group * group
        position = groupStart
      }
    }

    init(bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
    }

    mutating func next() -> Int? {
      guard position + width <= bytes.count * 8 else { return nil }
      let window = bytes.part(position / 8, 4)
      var value = 0
      for (index, byte) in window.enumerated() { value |= Int(byte) << (8 * index) }
      defer { position += width }
      return value >> (position % 8) & (1 << width - 1)
    }
  }
}
