/// The start of an LZ4 frame (LZ4 frame format 1.6.3, LZ4 block format).
///
/// The library gives nothing before a whole block, four megabytes by default.
enum LZ4Frame {
  static func start(of head: ArraySlice<UInt8>, limit: Int) -> StreamStart? {
    guard head.little(0, 4) == 0x184D_2204, let flags = head.byte(4) else { return nil }
    // Version, flags and block size; the sizes of content and dictionary if the flags announce
    // them.
    let descriptor = 2 + (flags & 8 != 0 ? 8 : 0) + (flags & 1 != 0 ? 4 : 0)
    let place = 4 + descriptor + 1
    // The highest bit of the size marks a block that is not compressed.
    guard flags >> 6 == 1, let low = head.little(place, 3), let high = head.byte(place + 3)
    else { return nil }
    let count = Int(high & 0x7F) << 24 | low
    guard count > 0 else { return StreamStart(bytes: [], isWhole: true) }
    let block = head.part(place + 4, count)
    let bytes =
      high & 0x80 != 0 ? Array(block.prefix(limit)) : sequences(of: block, limit: limit)
    // A block that ends before the limit may be followed by another.
    let follows = count < head.count ? head.little(place + 4 + count, 4) : nil
    guard bytes.count >= limit || follows == 0 else { return nil }
    return StreamStart(bytes: bytes, isWhole: bytes.count < limit)
  }

  private static func sequences(of block: ArraySlice<UInt8>, limit: Int) -> [UInt8] {
    var output: [UInt8] = []
    var place = 0
    func length(_ nibble: UInt8) -> Int? {
      var length = Int(nibble)
      guard nibble == 15 else { return length }
      while let byte = block.byte(place) {
        place += 1
        length += Int(byte)
        if byte < 255 { return length }
      }
      return nil
    }
    while output.count < limit, let token = block.byte(place) {
      place += 1
      guard let literals = length(token >> 4) else { break }
      output += block.part(place, min(literals, limit - output.count))
      place += literals
      guard output.count < limit, let distance = block.little(place, 2), distance > 0,
        distance <= output.count
      else { break }
      place += 2
      guard let extra = length(token & 15) else { break }
      for _ in 0..<min(extra + 4, limit - output.count) {
        output.append(output[output.count - distance])
      }
    }
    return output
  }
}
