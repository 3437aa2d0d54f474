import TestSupport
import Testing
import UTIPlatform

@testable import UTICommandOutput

@Suite struct VisibleOutput {
  @Test(
    "Characters that act on a terminal or reverse text are escaped",
    arguments: [
      ("a\u{1B}[31m", "a\\x1B[31m"), ("a\nb\tc\r", "a\\nb\\tc\\r"), ("\u{202E}gpj", "\\u{202E}gpj"),
      ("\u{9B}0m", "\\u{9B}0m"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{7F}", "\\x7F"),
      ("\u{10FFE9}", "\\xE9"), ("naïve 日本 👩‍👧 \u{644}\u{200C}\u{645}", nil),
    ] as [(String, String?)])
  func visible(row: (text: String, shown: String?)) {
    #expect(VisibleText.shown(row.text) == row.shown ?? row.text)
    var field = ""
    VisibleText.appendField(row.text + "\\", to: &field)
    #expect(field == (row.shown ?? row.text) + "\\\\")
    let styled = VisibleText.styled(TextStyle.bold.marking(row.text), usesColor: true)
    #expect(styled == "\u{1B}[1m\(row.shown ?? row.text)\u{1B}[0m")
  }

  @Test
  func
    `Without colours the mark of a style is escaped like any hidden character, and a tab stays a tab`()
  {
    let line = TextStyle.bold.marking("a") + TextStyle.tab.mark + TextStyle.dim.marking("b\t")
    #expect(
      VisibleText.styled(line, usesColor: true) == "\u{1B}[1ma\u{1B}[0m\t\u{1B}[2mb\\t\u{1B}[0m")
    let plain = VisibleText.styled(line, usesColor: false)
    #expect(plain == "\\u{FDD0}a\\u{FDD2}\t\\u{FDD1}b\\t\\u{FDD2}")
    #expect(VisibleText.styled("plain", usesColor: true) == "plain")
  }

  @Test func `Only a message of more than 1000 bytes is cut, in its middle`() {
    let short = String(repeating: "a", count: 1_000)
    #expect(VisibleText.shortened(short) == short)
    let long = String(repeating: "a", count: 600) + String(repeating: "z", count: 601)
    let cut = VisibleText.shortened(long)
    #expect(
      cut.hasPrefix("aaa") && cut.hasSuffix("zzz") && cut.contains("... (401 characters) ..."))
    // Few characters of many bytes are not worth a cut.
    let wide = String(repeating: "日", count: 900)
    #expect(VisibleText.shortened(wide) == wide)
  }
}
