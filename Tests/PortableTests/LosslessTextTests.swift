import TestSupport
import Testing

@testable import UTIPortable

@Suite struct LosslessTexts {
  @Test func `Bytes become text and the same bytes again, whatever they are`() {
    var random = SeededGenerator(seed: 5)
    let parts: [[UInt8]] = [
      Array("a".utf8), Array("é".utf8), Array("日".utf8), Array("👍".utf8), [0xE9], [0xC3], [0xF4],
      [0xF4, 0x8F, 0xBF, 0xA9], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x80], [0xFF], [0xF4, 0x90],
    ]
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...6, using: &random)).flatMap { _ in
        parts.randomElement(using: &random) ?? []
      }
      let text = LosslessText.text(bytes)
      #expect(LosslessText.bytes(text) == bytes)
      #expect(bytes.withUnsafeBufferPointer { LosslessText.text($0) } == text)
      if let valid = String(validating: bytes, as: UTF8.self),
        !valid.unicodeScalars.contains(where: { $0.value >= 0x10FF80 })
      {
        #expect(text == valid && !LosslessText.hasStrayBytes(text))
      } else {
        #expect(LosslessText.hasStrayBytes(text))
      }
    }
  }

  @Test func `A stray byte is a character of the last plane, shown as an escape`() {
    #expect(LosslessText.text([0x61, 0xE9]) == "a\u{10FFE9}")
    #expect(LosslessText.strayByte("\u{10FFE9}") == 0xE9)
    #expect(LosslessText.escape("\u{10FF80}") == "\\x80")
    for scalar in ["\u{10FF7F}", "\u{10FF00}", "é", "a"] as [Unicode.Scalar] {
      #expect(LosslessText.strayByte(scalar) == nil && LosslessText.escape(scalar) == nil)
    }
    #expect(!LosslessText.hasStrayBytes("\u{10FF7F}") && LosslessText.hasStrayBytes("\u{10FF80}"))
  }
}

@Suite struct VisibleTexts {
  @Test func `Each hidden or stray character begins with a byte that may hide`() throws {
    var hiddenCount = 0
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isHidden = VisibleText.isHidden(scalar)
      guard isHidden || LosslessText.strayByte(scalar) != nil else { continue }
      hiddenCount += 1
      let first = try #require(String(scalar).utf8.first)
      #expect(VisibleText.mayHide(first), "\(String(value, radix: 16))")
      #expect(!VisibleText.shown(String(scalar)).unicodeScalars.contains(scalar))
    }
    #expect(hiddenCount > 300)
    #expect(!VisibleText.isHidden("\u{200C}") && !VisibleText.isHidden("\u{200D}"))
  }

  @Test(
    arguments: [
      "", "plain", "~ }", "a\"b", "a\\b", "tab\t", "\u{1F}", "\u{7F}", "é", "\u{202E}x",
      "\u{10FFE9}",
      "\r\n",
    ])
  func `A field is the same as text and as bytes, and only plain text is written unchanged`(
    text: String
  ) {
    var field = ""
    VisibleText.appendField(text, to: &field)
    var bytes: [UInt8] = []
    VisibleText.appendField(text, to: &bytes)
    #expect(Array(field.utf8) == bytes)
    let isPlain = Array(text.utf8).withUnsafeBufferPointer { VisibleText.isPlain($0) }
    #expect(
      isPlain == text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
    if isPlain { #expect(field == text) }
  }

  @Test func `Escapes of a field can be undone, because backslashes are doubled`() {
    var field = ""
    VisibleText.appendField("\\n\n\u{1B}\u{202E}\u{10FFE9}", to: &field)
    #expect(field == "\\\\n\\n\\x1B\\u{202E}\\xE9")
    #expect(VisibleText.shown("\\n\n\u{0}") == "\\n\\n\\x00")
  }
}
