import Testing

@testable import UTITypeDetection

/// Decompression of deflate streams, of every kind of block.
struct InflateTests {
  /// "hello hello hello hello", with fixed codes.
  static let fixed: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01]

  /// Letters by a rule, with separate codes.
  static let dynamic: [UInt8] = [
    0x35, 0x8E, 0x41, 0x0A, 0xC0, 0x30, 0x08, 0x04, 0xDF, 0x1A, 0xA3, 0x94, 0x08, 0x0A,
    0x92, 0xFF, 0x43, 0xDD, 0xAD, 0x9D, 0x5B, 0xD0, 0x8C, 0xB3, 0x44, 0xCC, 0xCC, 0x9B,
    0x02, 0x3B, 0x53, 0x55, 0x6F, 0x13, 0xE0, 0x3C, 0xE0, 0x34, 0x7C, 0x5E, 0xD5, 0xCC,
    0xDC, 0x0D, 0x97, 0xDD, 0x4C, 0x44, 0x56, 0x23, 0xC0, 0xE8, 0xC0, 0x34, 0x81, 0xD2,
    0x81, 0xBF, 0xCF, 0x58, 0x60, 0x68, 0x14, 0x24, 0x1D, 0xB8, 0x6B, 0x40, 0xE8, 0xB0,
    0x49, 0xF1, 0xA2, 0x43, 0x27, 0xE5, 0xC6, 0xEF, 0x60, 0xCA, 0x09, 0x3A, 0x72, 0x52,
    0x76, 0xD1, 0x21, 0x93, 0xB2, 0x84, 0x8E, 0x9A, 0x94, 0x9D, 0x74, 0xC4, 0xA4, 0x9C,
    0xCF, 0x11, 0x93, 0x72, 0x95, 0x8E, 0x9A, 0x14, 0x7F, 0x01,
  ]

  @Test("A block with dynamic codes returns its text")
  func dynamicCodes() {
    let text = (0..<90).map { index in
      String(
        repeating: Character(Unicode.Scalar(UInt8(97 + index * index % 23))), count: index % 5 + 1)
    }.joined()
    let (bytes, isSound, isWhole) = Inflate.start(of: Self.dynamic[...], limit: 1000)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
    #expect(isSound && isWhole)
  }

  @Test("A stream truncated anywhere returns the start of its text")
  func cut() {
    let whole = Inflate.start(of: Self.dynamic[...], limit: 1000).bytes
    for count in 0..<Self.dynamic.count {
      let part = Inflate.start(of: Self.dynamic.prefix(count), limit: 1000)
      #expect(whole.starts(with: part.bytes))
      #expect(!part.isWhole)
    }
  }

  @Test("A stored block returns its bytes")
  func stored() {
    let block: [UInt8] = [1, 3, 0, 0xFC, 0xFF, 1, 2, 3]
    let (bytes, isSound, isWhole) = Inflate.start(of: block[...], limit: 100)
    #expect(bytes == [1, 2, 3])
    #expect(isSound && isWhole)
  }

  @Test("A block with fixed codes returns its text")
  func fixedCodes() {
    let (bytes, isSound, isWhole) = Inflate.start(of: Self.fixed[...], limit: 100)
    #expect(String(decoding: bytes, as: UTF8.self) == "hello hello hello hello")
    #expect(isSound && isWhole)
  }

  @Test("Decompression stops at its limit")
  func limit() {
    #expect(Inflate.start(of: Self.fixed[...], limit: 3).bytes == Array("hel".utf8))
  }

  @Test("Arbitrary bytes end without a crash")
  func noise() {
    for first in UInt8.min...UInt8.max {
      for second in stride(from: 0, through: 255, by: 5) {
        let data = [first, UInt8(second), 0x5A, 0xA5, 0xFF, 0, 1, first, 0x77, 0x13]
        #expect(Inflate.start(of: data[...], limit: 4096).bytes.count <= 4096)
      }
    }
  }

  @Test("Lengths without a code are detected")
  func damaged() {
    #expect(!Inflate.start(of: [7, 0, 0], limit: 10).isSound)
    #expect(!Inflate.start(of: [1, 3, 0, 0, 0, 1, 2, 3], limit: 10).isSound)
  }
}
