import CUTIByteSearch
import TestSupport
import Testing

/// Stepping over the numbers of a long array, 32 bytes at a time.
struct NumberListTests {
  /// The end of the last number with a comma that lies within whole blocks, byte by byte.
  private static func end(of bytes: [UInt8]) -> Int {
    let limit = bytes.count / 32 * 32
    var end = 0
    var place = 0
    func has(_ byte: UInt8) -> Bool { place < bytes.count && bytes[place] == byte }
    func skipDigits() -> Bool {
      let start = place
      while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
      return place > start
    }
    while place < limit {
      if has(0x20) || has(0x0A) { place += 1 }
      if has(0x2D) { place += 1 }
      guard skipDigits() else { return end }
      if has(0x2E) {
        place += 1
        guard skipDigits() else { return end }
      }
      guard has(0x2C), place < limit else { return end }
      place += 1
      end = place
    }
    return end
  }

  private static func skipped(_ bytes: [UInt8]) -> Int { uti_skip_numbers(bytes, bytes.count) }

  @Test("It ends at the same byte as a loop over each byte")
  func sameEnd() {
    var generator = SeededGenerator(seed: 11)
    let parts = ["1", "23", "456.7", "0.25", "-8", "1234567890123456789012345678901234567890.5"]
    let faults = ["", "1.2.3", "-", "1.", ".5", "1 2", "  3", "1e5", "\"a\"", "4-", "--1", "\t1"]
    for _ in 0..<20_000 {
      var text = ""
      let hasFault = Bool.random(using: &generator)
      for _ in 0..<Int.random(in: 0..<60, using: &generator) {
        text += ["", " ", "\n"].randomElement(using: &generator) ?? ""
        let isFault = hasFault && Int.random(in: 0..<30, using: &generator) == 0
        text += (isFault ? faults : parts).randomElement(using: &generator) ?? ""
        text += ","
      }
      let bytes = Array(text.utf8)
      #expect(Self.skipped(bytes) == Self.end(of: bytes), "\(text)")
    }
  }

  @Test("It takes any bytes", arguments: [0, 31, 32, 33, 64, 1_000])
  func anyBytes(count: Int) {
    var generator = SeededGenerator(seed: 12)
    let alphabet = Array("0123456789,,,, \n-.x".utf8)
    for _ in 0..<2_000 {
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      #expect(Self.skipped(bytes) == Self.end(of: bytes))
    }
  }
}
