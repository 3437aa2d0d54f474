import Testing
import UTIDeclarationTools
import UTITypeGraph

let identifierRows = [
  LintRow(
    "not-reverse-dns", "one label, an empty label, a period at the end",
    exports(type("⚑ptx"), type("⚑org..note"), type("⚑org.example.note."))),
  LintRow(
    "not-reverse-dns", "two labels and more are a domain and a name",
    exports(type("public.note"), type("org.example.app.note"), type("com.例.文書"))),
  LintRow(
    "reserved-domain", "new types in domains of others",
    exports(type("⚑public.jupyter"), type("⚑com.apple.xcode.lex"), type("⚑mime.image.png"))),
  LintRow(
    "reserved-domain", "an import under a name that no MIME type derives",
    imports(type("⚑public.markdown"), type("⚑mime.nothing"))),
  LintRow(
    "reserved-domain", "known types, imports of others' types and of derived names",
    list(
      array("UTExportedTypeDeclarations", [type("public.png"), type("org.example.x")])
        + array(
          "UTImportedTypeDeclarations",
          [type("com.apple.iwork.pages"), type("mime.application.x-note")]))),
  LintRow(
    "reserved-domain", "the owner itself",
    exports(type("com.apple.note"), bundle: "com.apple.Notes")),
  LintRow("reserved-domain", "the base", exports(type("public.note")), isBase: true),
  LintRow(
    "foreign-export", "a system type, and a type of another domain",
    exports(type("⚑public.plain-text"), type("⚑com.topografix.gpx"))),
  LintRow(
    "foreign-export", "one's own types, whatever the case of the bundle",
    exports(type("org.example.note"), bundle: "org.Example.App")),
  LintRow(
    "foreign-export", "an unknown bundle may be the owner of all but system types",
    exports(type("com.topografix.gpx"), type("⚑public.xml"), bundle: "$(IDENTIFIER)")),
  LintRow(
    "foreign-export", "a type that another file only imports",
    exports(type("org.other.note"), bundle: "$(IDENTIFIER)")),
  LintRow("foreign-export", "the base", exports(type("public.plain-text")), isBase: true),
  LintRow(
    "lookalike-identifier", "a zero-width space, Cyrillic among Latin, a typographic dash",
    list(
      array(
        "UTExportedTypeDeclarations",
        [
          type("⚑org.example.no\u{200B}te"), type("⚑org.exаmple.note"),
          type("org.example.x", parents: ["⚑public.plain‐text"]),
        ])
        + array(
          "CFBundleDocumentTypes",
          [strings("LSItemContentTypes", ["public.text", "⚑public.t\u{2060}ext"])]))),
  LintRow(
    "lookalike-identifier", "labels in one script of any kind",
    exports(type("org.пример.документ"), type("com.例.文書"), type("org.exämple.note"))),
  LintRow(
    "exported-and-imported", "both for one type, in any case",
    list(
      array("UTExportedTypeDeclarations", [type("org.example.note"), type("org.example.x")])
        + array("UTImportedTypeDeclarations", [type("⚑org.Example.Note"), type("org.other.y")]))),
  LintRow(
    "repeated-declaration", "twice in one list",
    list(
      array(
        "UTExportedTypeDeclarations",
        [type("org.example.note"), type("org.example.x"), type("⚑org.example.NOTE")])
        + array("UTImportedTypeDeclarations", [type("org.example.note")]))),
]

/// The first and the last characters that look like ASCII, and assigned ones next to them.
private let lookalikes: [(first: UInt32, last: UInt32, others: [UInt32])] = [
  (0x2010, 0x2015, [0x2016]), (0x2212, 0x2212, [0x2211, 0x2213]), (0xB7, 0xB7, [0xB6, 0xB8]),
  (0x2024, 0x2024, [0x2023, 0x2025]), (0x3002, 0x3002, [0x3001, 0x3003]),
  (0xFF01, 0xFF5E, [0xFF5F]), (0x1D400, 0x1D7FF, [0x1D378, 0x1D800]),
]

/// The same of the scripts that are suspect among ASCII letters.
private let lookalikeScripts: [(first: UInt32, last: UInt32, others: [UInt32])] = [
  (0x370, 0x58F, [0x36E, 0x5D0]), (0x13A0, 0x13F5, [0x1399, 0x1401]),
]

@Suite("Lint rules about identifiers")
struct IdentifierRuleTests {
  @Test("find the marked lines only", arguments: identifierRows)
  func rows(row: LintRow) throws { try row.check() }

  private func isFound(_ label: String) throws -> Bool {
    let text = Array(exports(type("org.example.\(label)")).utf8)
    let report = try linter(only: ["lookalike-identifier"]).report(on: text, path: "test")
    return !report.findings.isEmpty
  }

  @Test("find every character of the ranges that look like ASCII, and none next to them")
  func ranges() throws {
    func character(_ value: UInt32) throws -> String {
      String(try #require(Unicode.Scalar(value)))
    }
    for (first, last, others) in lookalikes + lookalikeScripts {
      for value in [first, last] {
        #expect(try isFound("a" + character(value)), "\(String(value, radix: 16))")
      }
      for value in others {
        #expect(try !isFound("a" + character(value)), "\(String(value, radix: 16))")
      }
    }
    for (first, last, _) in lookalikes {
      #expect(try isFound(character(first)) && isFound(character(last)))
    }
    // A label in one script is not an imitation.
    for (first, last, _) in lookalikeScripts {
      #expect(try !isFound(character(first)) && !isFound(character(last)))
    }
  }
}
