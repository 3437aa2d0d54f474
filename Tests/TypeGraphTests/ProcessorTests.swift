import CUTIByteSearch
import TestSupport
import Testing

/// The searches that are compiled for two kinds of processors: on this one, on any, and byte by byte.
struct ProcessorTests {
  /// Data of every length, in which a byte is sought that most of it does not have, and data of few
  /// values.
  private static func samples() -> [[UInt8]] {
    var generator = SeededGenerator(seed: 37)
    let alphabets: [[UInt8]] = [
      Array(0x61...0x7A), Array(0...0xFF), Array("0123456789,. -\n".utf8), [0x61, 0x62],
    ]
    return (0..<300).flatMap { count in
      alphabets.map { alphabet in
        var data = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
        if count > 0, Bool.random(using: &generator) {
          let place = Int.random(in: 0..<count, using: &generator)
          data[place] =
            [0x00, 0x0B, 0x0C, 0x1F, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
        }
        return data
      }
    }
  }

  @Test("Two bytes are found at the first offset with both")
  func pairs() {
    for data in Self.samples() where data.count > 3 {
      let count = data.count - 3
      for (first, second) in [(0x61, 0x62), (0x7A, 0x61), (0x00, 0xFF)] as [(UInt8, UInt8)] {
        let rule = (0..<count).first { data[$0] == first && data[$0 + 3] == second } ?? -1
        data.withUnsafeBufferPointer { data in
          guard let start = data.baseAddress else { return }
          #expect(uti_find_pair(start, start + 3, count, first, second) == rule)
          #expect(uti_find_pair_portable(start, start + 3, count, first, second) == rule)
        }
      }
    }
  }

  @Test("A control character and a byte above 127 are found at any offset")
  func bytes() {
    for data in Self.samples() {
      let hasControl = data.contains { $0 < 0x20 && ![0x08, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
      let firstHigh = data.firstIndex { $0 > 0x7F } ?? data.count
      #expect(uti_has_other_control(data, data.count) == hasControl)
      #expect(uti_has_other_control_portable(data, data.count) == hasControl)
      #expect(uti_first_high_byte(data, data.count) == firstHigh)
      #expect(uti_first_high_byte_portable(data, data.count) == firstHigh)
    }
  }

  @Test("A list of numbers ends at the same offset on every processor")
  func numbers() {
    for data in Self.samples() {
      let end = uti_skip_numbers(data, data.count)
      #expect(uti_skip_numbers_portable(data, data.count) == end)
    }
    let list = Array(repeating: Array("12.5, -7,\n".utf8), count: 40).flatMap { $0 }
    #expect(uti_skip_numbers_portable(list, list.count) > list.count - 64)
  }
}
