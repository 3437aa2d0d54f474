import Testing
import UTIDeclarationTools
import UTITypeGraph

private func magic(_ matches: String) -> String {
  package(mimeType("application/x-a", "<magic>\(matches)</magic>"))
}

private func match(
  _ value: String, _ type: String = "string", at offset: String = "0", mask: String? = nil,
  nested: String = ""
) -> String {
  "<match type=\"\(type)\" offset=\"\(offset)\" value=\"\(value)\""
    + (mask.map { " mask=\"\($0)\"" } ?? "") + ">\(nested)</match>"
}

let magicRows = [
  LintRow("broad-magic", "one byte", magic("⚑" + match("%") + match("%PDF"))),
  LintRow("broad-magic", "two bytes at one place are enough", magic(match("\\x1f\\x8b"))),
  LintRow("broad-magic", "two bytes at two places are not", magic("⚑" + match("BM", at: "0:1"))),
  LintRow(
    "broad-magic", "places cost, and long values can pay",
    magic(match("abcd", at: "0:256") + "⚑" + match("abc", at: "0:256"))),
  LintRow(
    "broad-magic", "a mask fixes only its bits",
    magic("⚑" + match("0xFFF0", "big16", mask: "0xFFF6") + match("0xFFFB0000", "big32"))),
  LintRow(
    "broad-magic", "nested matches pay too, the weakest of them counting",
    magic(
      match("M", nested: match("Z", at: "1"))
        + "⚑" + match("M", nested: match("ZZ", at: "1") + match("Z", at: "1", mask: "0xF0")))),
  LintRow("broad-magic", "a mask of nothing", magic("⚑" + match("abcd", mask: "0x00000000"))),
  LintRow(
    "broad-magic", "zeros, ones, blanks and prose, however many",
    package(
      mimeType("application/x-a", "⚑<magic>\(match("\\0\\0\\0\\0\\0"))</magic>"),
      mimeType("application/x-b", "⚑<magic>\(match("0xFFFFFFFF", "big32", at: "8"))</magic>"),
      mimeType("application/x-c", "⚑<magic>\(match("    "))</magic>"),
      mimeType("application/x-d", "⚑<magic>\(match(" dog.", at: "0:512"))</magic>"),
      mimeType("application/x-e", "<magic>\(match("\\0\\0\\0\\1"))</magic>"))),
  LintRow(
    "magic-out-of-reach", "beyond 16,384 bytes, nested or not",
    magic(
      "⚑" + match("CD001", at: "32769")
        + match("abcd", nested: "⚑" + match("x", at: "16384") + match("y", at: "16383"))
        + match("abcd", at: "0:20000"))),
  LintRow(
    "host-order-magic", "on any level",
    magic(
      "⚑" + match("0x1234", "host16", nested: "⚑" + match("1", "host32", at: "4"))
        + match("0x1234", "little16"))),
]

@Suite("Lint rules about magic")
struct MagicRuleTests {
  @Test("find the marked lines only", arguments: magicRows)
  func rows(row: LintRow) throws { try row.check() }

  @Test("name the matches that replace one in the order of the machine", arguments: [16, 32])
  func hostOrder(width: Int) throws {
    let text = magic(match("0x1234", "host\(width)"))
    let report = try linter(only: ["host-order-magic"]).report(on: Array(text.utf8), path: "test")
    #expect(
      report.findings.map(\.remedy) == ["write a big\(width) and a little\(width) match"])
  }
}
