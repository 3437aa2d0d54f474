import Testing
import UTIFormatSignatures

@Suite("Expressions of signatures")
struct ExpressionTests {
  private func parse(_ text: String) throws -> [PatternElement] {
    try ExpressionParser.elements(of: Array(text.utf8))
  }

  @Test("Digits and texts are bytes, and white space between them has no meaning")
  func bytes() throws {
    #expect(try parse("4d4D 'a' \"'\"\n00") == [.bytes([0x4D, 0x4D, 0x61, 0x27, 0x00])])
    #expect(try parse("'é'") == [.bytes([0xE9])])
  }

  @Test("Gaps have a least and a greatest length, and are joined")
  func gaps() throws {
    #expect(
      try parse("00{2}01{2-4}02{3-*}03*04??05") == [
        .bytes([0]), .gap(least: 2, greatest: 2), .bytes([1]), .gap(least: 2, greatest: 4),
        .bytes([2]), .gap(least: 3, greatest: nil), .bytes([3]), .gap(least: 0, greatest: nil),
        .bytes([4]), .gap(least: 1, greatest: 1), .bytes([5]),
      ])
    #expect(try parse("00??{2-3}01")[1] == .gap(least: 3, greatest: 4))
    #expect(try parse("00{0}01") == [.bytes([0, 1])])
  }

  @Test("Alternatives may have gaps and alternatives")
  func alternatives() throws {
    #expect(
      try parse("(00|01 02|(03|04)*05)") == [
        .choice([
          [.bytes([0])], [.bytes([1, 2])],
          [.choice([[.bytes([3])], [.bytes([4])]]), .gap(least: 0, greatest: nil), .bytes([5])],
        ])
      ])
  }

  @Test(
    "Sets have bytes, ranges, texts and masks, and may be inverted",
    arguments: [
      ("[00:1F]", 0x1F, 0x20), ("['6'-'7']", 0x37, 0x38), ("[09 0A 0D 20]", 0x0D, 0x0B),
      ("[!00]", 0x01, 0x00), ("[^'a' 'b']", 0x63, 0x62), ("[&03]", 0x07, 0x01),
      ("[!&01]", 0x02, 0x03), ("[~03]", 0x01, 0x04),
    ])
  func sets(text: String, member: UInt8, other: UInt8) throws {
    guard case .byte(let set) = try parse(text)[0] else {
      Issue.record("\(text) is not a set")
      return
    }
    #expect(set.contains(member) && !set.contains(other))
  }

  @Test("A range of values has two bounds of several bytes")
  func ranges() throws {
    #expect(
      try parse("[3130:3239]") == [
        .range(BoundedValue([0x31, 0x30], [0x32, 0x39], isInverted: false))
      ])
  }

  @Test(
    "An error has its place and a remedy",
    arguments: [
      ("", 0, "bytes are missing"), ("4", 0, "a byte has one digit"), ("00 0G", 3, "one digit"),
      ("00{", 3, "a number is missing"), ("00{2", 4, "“}” is missing"),
      ("00{4-2}", 2, "ends before it starts"), ("00{99999999999}", 3, "is more than"),
      ("00?01", 2, "“??” is missing"), ("(00|01", 6, "“)” is missing"), ("(00|)", 4, "missing"),
      ("00)", 2, "no opening bracket"), ("[00", 3, "“]” is missing"), ("[]", 0, "is empty"),
      ("[05:01]", 1, "do not fit"), ("[0001:02]", 1, "do not fit"),
      ("[0001 02]", 0, "several bytes"),
      ("[&0001]", 2, "a mask"), ("'a", 0, "no end"), ("''", 0, "is empty"), ("'Ω'", 0, "Latin-1"),
      ("zz", 0, "not a hexadecimal digit"),
      (String(repeating: "(00", count: 20), 48, "nested more than 16"),
    ])
  func errors(text: String, offset: Int, message: String) {
    do throws(ExpressionError) {
      let elements = try ExpressionParser.elements(of: Array(text.utf8))
      Issue.record("\(text) was read as \(elements)")
    } catch {
      #expect(error.offset == offset, "\(text): \(error)")
      #expect(error.message.contains(message), "\(text): \(error)")
      #expect(!error.remedy.isEmpty)
    }
  }
}
