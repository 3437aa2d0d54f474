import CUTIByteSearch
import TestSupport
import Testing

@testable import UTITypeGraph

/// The search for places where one of many values may begin: on this processor, on any, and by the
/// rule that its header states.
struct NibbleSearchTests {
  private typealias Search = (
    UnsafePointer<UInt8>?, Int, Int, Int, UnsafePointer<UInt8>?, Int
  ) -> uti_nibble_block

  /// All places that pass from one on, as the program asks for them: block after block.
  private func places(
    _ data: [UInt8], from first: Int, to end: Int, _ tables: [UInt8], width: Int, _ search: Search
  ) -> [Int] {
    // A copy of exactly so many bytes, after which an address sanitizer would see a read.
    Array(data).withUnsafeBufferPointer { data in
      var found: [Int] = []
      var place = first
      while place < end {
        let block = search(data.baseAddress, data.count, place, end, tables, width)
        guard block.passed != 0 else { break }
        found += (0..<32).filter { block.passed >> UInt32($0) & 1 != 0 }.map { block.place + $0 }
        place = block.place + 32
      }
      return found
    }
  }

  private func expected(
    _ data: [UInt8], from first: Int, to end: Int, _ tables: [UInt8], width: Int
  ) -> [Int] {
    (0..<data.count).filter { place in
      guard place >= first, place < end else { return false }
      let buckets = (0..<width).reduce(UInt8.max) { buckets, index in
        let byte = place + index < data.count ? data[place + index] : 0
        return buckets & tables[32 * index + Int(byte & 15)]
          & tables[32 * index + 16 + Int(byte >> 4)]
      }
      return buckets != 0
    }
  }

  @Test("In any data and for any tables the offsets follow the rule, at any end of both")
  func equalsTheRule() {
    var generator = SeededGenerator(seed: 23)
    for count in 1..<220 {
      let data = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      // Several ones in a byte, so that some places pass all eight tables and most do not.
      let tables = (0..<MagicNibbles.tableByteCount).map { _ in
        UInt8.random(in: 0...255, using: &generator) | UInt8.random(in: 0...255, using: &generator)
      }
      let width = Bool.random(using: &generator) ? 2 : 4
      let first = Int.random(in: 0...min(count - 1, 40), using: &generator)
      let end = Int.random(in: first...count, using: &generator)
      let rule = expected(data, from: first, to: end, tables, width: width)
      #expect(places(data, from: first, to: end, tables, width: width, uti_find_nibbles) == rule)
      #expect(
        places(data, from: first, to: end, tables, width: width, uti_find_nibbles_portable) == rule)
    }
  }

  @Test("Every value passes its own tables, and with few values little else does")
  func tablesOfValues() {
    var generator = SeededGenerator(seed: 29)
    for number in [1, 2, 7, 40, 300] {
      let patterns = (0..<number).map { _ in
        (0..<4).map { _ -> [UInt8] in
          let byte = UInt8.random(in: 0x20...0x7E, using: &generator)
          return [[], [byte], [byte], [byte, byte ^ 0x20]].randomElement(using: &generator) ?? []
        }
      }
      let tables = NibbleTables(patterns)
      for pattern in patterns {
        let value = pattern.map { $0.randomElement(using: &generator) ?? 0xF7 }
        #expect(expected(value, from: 0, to: 1, tables.bytes, width: tables.width) == [0])
      }
    }
    let few = NibbleTables([Array("%PDF".utf8).map { [$0] }, Array("[Uni".utf8).map { [$0] }])
    #expect(few.width == 2)
    let text = Array("A text without %P and [Un: nothing, [but %PDF] and [Unit].".utf8)
    let found = expected(text, from: 0, to: text.count, few.bytes, width: 4)
    #expect(found.map { text[$0] } == Array("%[".utf8))
    #expect(NibbleTables.all.bytes.allSatisfy { $0 == 0xFF })
  }

  @Test(
    "The tables of one value pass no other byte in its places", arguments: [0, 0x41, 0x9F, 0xFF])
  func tablesOfOneValue(first: UInt8) {
    let value = [first, first &* 7, first ^ 0xA5, 0x20]
    let tables = NibbleTables([value.map { [$0] }])
    for place in 0..<tables.width {
      let passing = (UInt8.min...UInt8.max).filter { byte in
        var data = value
        data[place] = byte
        return expected(data, from: 0, to: 1, tables.bytes, width: tables.width) == [0]
      }
      #expect(passing == [value[place]])
    }
  }
}
