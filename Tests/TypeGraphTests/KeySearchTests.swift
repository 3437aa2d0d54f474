import CUTIByteSearch
import TestSupport
import Testing

@testable import UTITypeGraph

/// The search for places whose four bytes a filter has: on this processor, on any, and place by
/// place.
struct KeySearchTests {
  @Test("In any data and for any filter the first offset with a bit is found, at any end of both")
  func equalsTheRule() {
    var generator = SeededGenerator(seed: 31)
    for count in 4..<260 {
      let data = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let shift = UInt32.random(in: 13...19, using: &generator)
      var words = [UInt32](repeating: 0, count: 1 << (27 - Int(shift)))
      // From a filter without a bit to one that a place in a few passes.
      for _ in 0..<Int.random(in: 0...words.count, using: &generator) {
        let bit = Int.random(in: 0..<words.count * 32, using: &generator)
        words[bit / 32] |= 1 << UInt32(bit % 32)
      }
      let last = Int.random(in: 0...count - 4, using: &generator)
      let first = Int.random(in: 0...last, using: &generator)
      let rule = (first...last).first { place in
        let key = data[place..<place + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let bit = uti_key_bit(key, shift)
        return words[Int(bit / 32)] >> (bit % 32) & 1 != 0
      }
      // A copy of just the bytes that may be read, after which an address sanitizer would see a
      // read.
      Array(data[..<(last + 4)]).withUnsafeBufferPointer { bytes in
        #expect(uti_find_key(bytes.baseAddress, first, last, words, shift) == rule ?? -1)
        #expect(uti_find_key_portable(bytes.baseAddress, first, last, words, shift) == rule ?? -1)
      }
    }
  }

  @Test("Letters of either case share one bit")
  func foldsCase() {
    #expect(uti_key_bit(0x4142_4344, 19) == uti_key_bit(0x6162_6364, 19))
  }
}
