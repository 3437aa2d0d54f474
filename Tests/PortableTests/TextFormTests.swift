import TestSupport
import Testing

@testable import UTIPortable

@Suite struct CaseFoldings {
  @Test func `ASCII folding changes A to Z and no other byte`() {
    for byte in UInt8.min...UInt8.max {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      #expect(CaseFolding.ascii(byte) == (isCapital ? byte + 32 : byte))
    }
    #expect(CaseFolding.ascii("Az[@`{Ä") == "az[@`{Ä")
  }

  @Test(
    arguments: [
      ("", ""), ("PNG", "png"), ("ÄÖ.Tar", "äö.tar"), ("ΣΑΣ", "σασ"), ("İ", "i\u{307}"),
      ("ß日本", "ß日本"),
    ])
  func `Unicode folding maps each scalar by itself`(text: String, folded: String) {
    #expect(Array(CaseFolding.unicode(text).utf8) == Array(folded.utf8))
  }
}

@Suite struct Digits {
  @Test func `Hexadecimal digits of all bytes lead back to the bytes in either case`() {
    let bytes = Array(UInt8.min...UInt8.max)
    let text = Hexadecimal.text(bytes)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
    #expect(Hexadecimal.bytes(text) == bytes)
    #expect(Hexadecimal.bytes(text.uppercased()) == bytes)
    #expect(Hexadecimal.bytes("") == [])
  }

  @Test(arguments: ["0", "abc", "0g", "0/", "0:", "@0", "G0", "0`", " 0", "é"])
  func `Text that is not pairs of hexadecimal digits has no bytes`(text: String) {
    #expect(Hexadecimal.bytes(text) == nil)
  }

  @Test func `Base 32 leads back to bytes of every length`() {
    var random = SeededGenerator(seed: 32)
    for count in 0...40 {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let text = Base32.encode(bytes)
      #expect(text.utf8.count == (count * 8 + 4) / 5)
      #expect(!text.contains { "ijlo".contains($0) })
      #expect(Base32.decode(text.utf8) == bytes)
      #expect(Base32.decode(text.uppercased().utf8) == bytes)
    }
    #expect(Base32.encode([0xFF]) == "96")
    #expect(Base32.encode([0, 0, 0, 0, 1]) == "aaaaaaab")
  }

  @Test(arguments: ["a", "aaa", "aaaaaa", "i", "ai", "al", "ao", "a=", "ab", "9", "aaab"])
  func `Base 32 that is truncated, in excess or of other characters has no bytes`(text: String) {
    #expect(Base32.decode(text.utf8) == nil)
  }

  @Test(
    arguments: [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)])
  func `The stable hash is FNV-1a`(text: String, hash: UInt64) {
    var own = StableHash()
    own.combine(text.utf8)
    #expect(own.value == hash)
  }

  @Test func `The end of a text and each bit of content count in the stable hash`() {
    func hash(_ body: (inout StableHash) -> Void) -> UInt64 {
      var hash = StableHash()
      body(&hash)
      return hash.value
    }
    let split = hash {
      $0.combine("ab")
      $0.combine("c")
    }
    let otherwise = hash {
      $0.combine("a")
      $0.combine("bc")
    }
    #expect(split != otherwise)
    var content = [UInt8](repeating: 0x5A, count: 21)
    func digest() -> UInt64 {
      hash { hash in content.withUnsafeBytes { hash.combine(words: $0) } }
    }
    var seen: Set<UInt64> = [digest()]
    for place in content.indices {
      for bit in 0..<8 {
        content[place] ^= 1 << bit
        #expect(seen.insert(digest()).inserted)
        content[place] ^= 1 << bit
      }
    }
    #expect(hash { $0.combine(1 as UInt64) } == hash { $0.combine([1, 0, 0, 0, 0, 0, 0, 0]) })
  }
}

@Suite struct SourcePositions {
  @Test func `Positions are clamped, ordered by line, and printed from one`() {
    #expect(SourcePosition(line: -3, column: .max) == SourcePosition(line: 0, column: 0x7FFF_FFFF))
    #expect(SourcePosition.none.text(in: "a.xml") == "a.xml:1:1")
    #expect(SourcePosition(line: 7, column: 9).text(in: "") == ":7:9")
    let positions = [(1, 9), (2, 1), (2, 2), (10, 0)].map {
      SourcePosition(line: $0.0, column: $0.1)
    }
    #expect(positions.shuffled().sorted() == positions)
    #expect([(-1), 0, 3, 9].map { $0.clamped(to: 0...3) } == [0, 0, 3, 3])
  }

  @Test func `Only files, directories and links are not special`() {
    let kinds: [FileKind] = [
      .regular, .directory, .symbolicLink, .namedPipe, .socket, .blockDevice, .characterDevice,
      .other,
    ]
    #expect(kinds.filter { !$0.isSpecial } == [.regular, .directory, .symbolicLink])
  }
}
