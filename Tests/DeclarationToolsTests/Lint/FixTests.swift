import DeclarationTestSupport
import Testing
import UTIDeclarationTools
import UTITypeDeclarations
import UTITypeGraph

/// A text before and after it is mended, and what remains to be said of it.
struct FixRow: Sendable, CustomTestStringConvertible {
  let name: String
  let before: String
  let after: String

  var testDescription: String { name }
}

private func lines(_ lines: String...) -> String { lines.joined(separator: "\n") }

/// A property list with extensions, one a line, in an unusual layout.
private func extensions(_ lines: String...) -> String {
  exports(
    type("org.example.a", parents: ["public.data"])
      + "<key>UTTypeTagSpecification</key><dict><key>public.filename-extension</key><array>\n"
      + lines.joined(separator: "\n") + "\n</array></dict>")
}

private func globs(_ lines: String...) -> String {
  package(mimeType("application/x-a", lines.joined(separator: "\n")))
}

private let fixRows = [
  FixRow(
    name: "capitals of extensions",
    before: extensions("  <string>PnX</string>", "<string>b</string>"),
    after: extensions("  <string>pnx</string>", "<string>b</string>")),
  FixRow(
    name: "a dot before an extension, blanks around it, and capitals after it",
    before: extensions("\t<string> .Abc </string>"), after: extensions("\t<string>abc</string>")),
  FixRow(
    name: "an extension that stands twice goes with its line",
    before: extensions("\t<string>abc</string>", "\t<string>ABC</string>", "\t<string>d</string>"),
    after: extensions("\t<string>abc</string>", "\t<string>d</string>")),
  FixRow(
    name: "of several on a line only the one that stands twice goes",
    before: extensions("<string>a</string><string>a</string><string>b</string>"),
    after: extensions("<string>a</string><string>b</string>")),
  FixRow(
    name: "blanks around identifiers and in keys of tags",
    before: list(
      array(
        "UTExportedTypeDeclarations",
        ["\n" + string("UTTypeIdentifier", "org.example.a ") + string("UTTypeDescription", " A ")])),
    after: list(
      array(
        "UTExportedTypeDeclarations",
        ["\n" + string("UTTypeIdentifier", "org.example.a") + string("UTTypeDescription", " A ")]))),
  FixRow(
    name: "of globs that stand twice the one with the greatest weight remains",
    before: globs("  <glob pattern=\"*.kqy\"/>", "  <glob pattern=\"*.kqy\" weight=\"80\"/>"),
    after: globs("  <glob pattern=\"*.kqy\" weight=\"80\"/>")),
  FixRow(
    name: "and so in capitals",
    before: globs(
      "  <glob pattern=\"*.KQY\" weight=\"20\"/>", "  <glob pattern=\"*.kqy\" weight=\"80\"/>",
      "  <glob pattern=\"*.Kqy\" weight=\"60\"/>"),
    after: globs("  <glob pattern=\"*.kqy\" weight=\"80\"/>")),
  FixRow(
    name: "capitals of globs, and what stands twice then",
    before: globs("  <glob weight='60' pattern='*.PL'/>", "  <glob pattern=\"*.pl\"/>"),
    after: globs("  <glob weight='60' pattern='*.pl'/>")),
  FixRow(
    name: "aliases that stand twice",
    before: globs(
      "<alias type=\"text/a\"/>", "<alias type=\"text/a\" />", "<glob pattern=\"*.a\"/>"),
    after: globs("<alias type=\"text/a\"/>", "<glob pattern=\"*.a\"/>")),
  FixRow(
    name: "in documents that are declared as UTF-8",
    before: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + extensions("<string>AB</string>"),
    after: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + extensions("<string>ab</string>")),
  FixRow(
    name: "with the line ends of other systems",
    before: extensions("<string>a</string>\r", "<string>a</string>\r", "<string>B</string>\r"),
    after: extensions("<string>a</string>\r", "<string>b</string>\r")),
]

/// Texts that must stay as they are.
private let untouched = [
  FixRow(
    name: "a dot in front of another one", before: extensions("<string>.tar.gz</string>"), after: ""
  ),
  FixRow(name: "references", before: extensions("<string>A&amp;B</string>"), after: ""),
  FixRow(name: "comments", before: extensions("<string>AB<!-- C --></string>"), after: ""),
  FixRow(
    name: "an element with room in its tag", before: extensions("<string >AB</string>"), after: ""),
  FixRow(
    name: "a glob that says case-sensitive",
    before: globs("<glob pattern=\"*.C\" case-sensitive=\"true\"/>"), after: ""),
  FixRow(
    name: "a document in another encoding",
    before: "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" + extensions("<string>AB</string>"),
    after: ""),
  FixRow(
    name: "a document in an encoding that UTF-8 contains",
    before: "<?xml version=\"1.0\" encoding=\"US-ASCII\"?>\n" + extensions("<string>AB</string>"),
    after: ""),
]

@Suite("Fixes")
struct FixTests {
  @Test("change wrong statements only", arguments: fixRows)
  func changes(row: FixRow) throws {
    let linter = try linter()
    let fixed = try linter.fix(Array(row.before.utf8), path: "test")
    #expect(String(decoding: fixed.report.bytes, as: UTF8.self) == row.after)
    #expect(!fixed.changes.isEmpty)
    #expect(!fixed.report.findings.contains { DeclarationFixer.fixableRules.contains($0.rule) })
    #expect(fixed.changes.allSatisfy { $0.description.hasPrefix("test:") })
    let again = try linter.fix(fixed.report.bytes, path: "test")
    #expect(again.changes.isEmpty && again.report.bytes == fixed.report.bytes)
  }

  @Test("of several files equal the ones of each file")
  func several() throws {
    let linter = try linter()
    let files = (fixRows + untouched).enumerated().map { index, row in
      (path: "test\(index)", bytes: Array(row.before.utf8))
    }
    for (file, result) in zip(files, linter.fix(files)) {
      let alone = try linter.fix(file.bytes, path: file.path)
      let fixed = try result.get()
      #expect(fixed.report.bytes == alone.report.bytes)
      #expect(fixed.report.findings == alone.report.findings && fixed.changes == alone.changes)
    }
    let results = linter.fix([("a", Array("no declarations".utf8)), files[0]])
    #expect(throws: DeclarationError.self) { try results[0].get() }
    #expect(try results[1].get().changes.count > 0)
  }

  @Test("skip unknown statements", arguments: untouched)
  func leaves(row: FixRow) throws {
    let fixed = try linter().fix(Array(row.before.utf8), path: "test")
    #expect(fixed.changes.isEmpty)
    #expect(fixed.report.bytes == Array(row.before.utf8))
  }

  @Test("keep the meaning: the result differs only in dropped or folded statements")
  func meaning() throws {
    for row in fixRows {
      let fixed = try linter().fix(Array(row.before.utf8), path: "test")
      #expect(
        fixed.report.errorCount
          <= (try linter().report(on: Array(row.before.utf8), path: "x").errorCount))
    }
    let before = extensions("<string>ABC</string>", "<string>.d</string>", "<string>abc</string>")
    let fixed = try linter().fix(Array(before.utf8), path: "test")
    let file = try DeclarationReader().read(fixed.report.bytes, from: source(.propertyList))
    #expect(file.types.flatMap(\.tags).map(\.value.value) == ["abc", "d"])
    #expect(
      fixed.changes.map(\.finding.rule) == [
        "extension-with-capitals", "extension-with-dot", "duplicate-tag",
      ])
  }

  @Test("report each change, with its position")
  func description() throws {
    let before = extensions("<string>.Abc</string>")
    let changes = try linter().fix(Array(before.utf8), path: "a.plist").changes
    #expect(
      changes.map(\.description) == [
        "a.plist:14:1: fixed: “.Abc” is now “Abc” [extension-with-dot]",
        "a.plist:14:1: fixed: “Abc” is now “abc” [extension-with-capitals]",
      ])
  }

  private func fixed(_ text: String, _ rule: String) -> String? {
    let finding = DeclarationDiagnostic(
      .warning, rule: rule, file: "test", position: SourcePosition(line: 1, column: 1), message: "")
    return DeclarationFixer(Array(text.utf8)).fixed([finding]).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  @Test(
    "leave an element that is not the one of the finding",
    arguments: DeclarationFixer.fixableRules.sorted())
  func otherElement(rule: String) {
    for name in ["other", "globs", "aliases", "strings", "glo", "stri"] {
      #expect(fixed("<\(name) pattern=\"*.A\" type=\"a/b\"/>\n", rule) == nil, "\(name)")
      #expect(fixed("<\(name)> .A </\(name)>\n", rule) == nil, "\(name)")
    }
  }

  @Test(
    "remove a line with the end that it has, and only the element from a line with more",
    arguments: [
      ("@\nb", "b"), ("@\rb", "b"), ("@\r\nb", "b"), ("@\n", ""), ("@\r", ""), ("@\r\n", ""),
      ("@ \t\nb", "b"), ("@\n\rb", "\rb"), ("@\r\rb", "\rb"), ("@b\n", "b\n"), ("@ ", " "),
      ("@", ""),
    ])
  func lineEnds(before: String, after: String) {
    let element = "<alias type=\"a/b\"/>"
    #expect(fixed(before.replacing("@", with: element), "duplicate-alias") == after)
  }
}
