import TestSupport
import Testing

@testable import UTITypeGraph

/// The search for two bytes, whose blocks of many places must neither miss one nor read past the
/// data.
struct BytePairSearchTests {
  @Test("In any data the first offset of both bytes is found, at any end of data and offsets")
  func equalsLookingEverywhere() {
    var generator = SeededGenerator(seed: 11)
    for count in 0..<200 {
      // Few different bytes, so that one of the two often occurs without the other.
      let data = (0..<count).map { _ in UInt8.random(in: 0...5, using: &generator) }
      let length = Int.random(in: 1...9, using: &generator)
      let value = (0..<length).map { _ in UInt8.random(in: 0...5, using: &generator) }
      let places = (
        Int.random(in: 0..<length, using: &generator), Int.random(in: 0..<length, using: &generator)
      )
      let last = Int.random(in: 0...220, using: &generator)
      let first = Int.random(in: 0...20, using: &generator)
      let expected = (0...220).first { place in
        place >= first && place <= last && place + length <= count
          && data[place + places.0] == value[places.0] && data[place + places.1] == value[places.1]
      }
      // A copy of exactly so many bytes, after which an address sanitizer would see a read.
      let found = Array(data).withUnsafeBytes { data in
        value.withUnsafeBytes { value in
          BytePairSearch(data, through: last, for: value, at: places)?.place(from: first)
        }
      }
      #expect(found == expected)
    }
  }

  @Test(
    "Every offset of every length is found", arguments: [1, 7, 15, 16, 17, 31, 32, 33, 64, 95, 131])
  func everyPlace(count: Int) {
    for place in 0..<count {
      var data = [UInt8](repeating: 0x20, count: count)
      data[place] = 0x7B
      let found = data.withUnsafeBytes { data in
        [UInt8(0x7B)].withUnsafeBytes { value in
          BytePairSearch(data, through: .max, for: value, at: (0, 0))?.place(from: 0)
        }
      }
      #expect(found == place)
    }
  }

  @Test("An offset outside the value is not usable for the search")
  func foreignPlace() {
    [UInt8](repeating: 1, count: 40).withUnsafeBytes { data in
      [UInt8(1), 2].withUnsafeBytes { value in
        #expect(BytePairSearch(data, through: 39, for: value, at: (-1, 0)) == nil)
        #expect(BytePairSearch(data, through: 39, for: value, at: (0, 2)) == nil)
      }
    }
  }
}
