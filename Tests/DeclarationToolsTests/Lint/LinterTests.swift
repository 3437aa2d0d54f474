import DeclarationTestSupport
import Foundation
import Testing
import UTIDataFormats
import UTIDeclarationTools
import UTITypeDeclarations
import UTITypeGraph

@Suite("The linter")
struct LinterTests {
  @Test("has rows that find something for every rule that runs after merging")
  func everyRuleHasRows() {
    let found = Set(LintRow.all.filter { $0.text.contains(MarkedText.mark) }.map(\.rule))
    let rules = Linter.rules.map(\.description.identifier)
    #expect(Set(rules).subtracting(found).isEmpty)
    #expect(Set(rules).count == rules.count)
    #expect(rules.count >= 25)
  }

  @Test("describes every rule once, in one sentence")
  func descriptions() {
    let all = Linter.ruleDescriptions
    #expect(Set(all.map(\.identifier)).count == all.count)
    for rule in all {
      #expect(rule.summary.hasSuffix(".") && rule.summary.first?.isUppercase == true)
      #expect(rule.identifier.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
    }
    #expect(DeclarationFixer.fixableRules.isSubset(of: all.map(\.identifier)))
  }

  @Test("names only rules that it describes, with their severity", arguments: fixtureNames)
  func fixtures(name: String) throws {
    let bytes = try fixture(name)
    try expectDescribed(try linter().report(on: bytes, path: name).findings)
    for row in LintRow.all {
      let report = try linter().report(on: MarkedText(row.text).bytes, path: "test")
      try expectDescribed(report.findings)
    }
  }

  @Test("orders findings by position, whatever finds them, and reports each once")
  func order() throws {
    for name in fixtureNames {
      let findings = try linter().report(on: fixture(name), path: name).findings
      #expect(findings.map(\.position) == findings.map(\.position).sorted())
      #expect(Set(findings).count == findings.count)
      #expect(try linter().report(on: fixture(name), path: name).findings == findings)
    }
  }

  @Test("finds the same in files that are merged once as in each file merged with the others")
  func sharedMerge() throws {
    func below(_ names: String...) -> String {
      names.map { "<sub-class-of type=\"application/\($0)\"/>" }.joined()
    }
    let glob = "<glob pattern=\"*.same\"/>"
    let texts = [
      package(mimeType("application/x-a", below("x-b") + glob)),
      package(mimeType("application/x-b", below("x-alias") + glob)),
      package(
        mimeType("application/x-c", "<alias type=\"application/x-alias\"/>" + below("x-a", "x-bb"))),
      package(mimeType("application/x-d", "<alias type=\"application/x-other\"/>")),
      package(mimeType("application/x-e", ""), mimeType("application/x-a", "")),
      exports(type("org.example.a", parents: ["org.example.bb"], extensions: ["B"])),
      exports(type("org.example.b", parents: ["org.example.a"]), bundle: nil),
      imports(type("org.example.b"), type("org.example.c")),
      imports(type("org.example.a", extensions: ["b", "c"])),
    ]
    let files = try texts.enumerated().map { number, text in
      let bytes = Array(text.utf8)
      let format = try #require(DeclarationReader.format(of: bytes, path: "\(number)"))
      return try DeclarationReader().read(
        bytes, from: DeclarationSource(path: "\(number)", format: format, layer: .program))
    }
    let all = Linter(others: files)
    var count = 0
    for (file, text) in zip(files, texts) {
      let path = file.source.path
      let single = Linter(others: files.filter { $0.source.path != path })
      let findings = try all.report(on: Array(text.utf8), path: path).findings
      #expect(findings == (try single.report(on: Array(text.utf8), path: path).findings))
      count += findings.count
    }
    #expect(count > texts.count)
  }

  @Test("finds in a binary file the same as in the file with lines, with the path of each")
  func binaryPaths() throws {
    let text = exports(
      type(
        "public.a", nil, parents: ["public.xnl", "public.xnl"], extensions: ["A", ".b", "png"]),
      type("org.other.b", more: string("UTTypeConformTo", "public.data")), bundle: nil)
    let list = try PropertyListSerialization.propertyList(
      from: Data(text.utf8), options: [], format: nil)
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let linter = try linter()
    let lines = try linter.report(on: Array(text.utf8), path: "test").findings
    let findings = try linter.report(on: [UInt8](data), path: "test").findings
    #expect(findings.map(\.rule).sorted() == lines.map(\.rule).sorted())
    #expect(lines.count > 5)
    for finding in findings where finding.rule != "missing-bundle-identifier" {
      #expect(finding.message.hasPrefix("UTExportedTypeDeclarations["), "\(finding)")
    }
    #expect(findings.contains { $0.message.hasPrefix("UTExportedTypeDeclarations[0].UTTypeConf") })
  }

  @Test("reports the selected rules")
  func selection() throws {
    let bytes = try fixture("hostile.plist")
    let all = try linter().report(on: bytes, path: "x").findings
    #expect(Set(all.map(\.rule)).isSuperset(of: ["unknown-parent", "unknown-key"]))
    let only = try linter(only: ["unknown-key"]).report(on: bytes, path: "x").findings
    #expect(only == all.filter { $0.rule == "unknown-key" })
    let without = Linter(
      others: [], selection: LintRuleSelection(disabled: ["unknown-key", "missing-description"]))
    let rest = try without.report(on: bytes, path: "x").findings
    #expect(!rest.isEmpty)
    #expect(!rest.contains { ["unknown-key", "missing-description"].contains($0.rule) })
  }

  @Test("lists no more findings than the limit allows")
  func limit() throws {
    var limits = ReadingLimits()
    limits.findingCount = 5
    let text = exports(type("org.example.a", extensions: (0..<20).map { "A\($0)" }))
    let report = try Linter(others: [], reader: DeclarationReader(limits: limits))
      .report(on: Array(text.utf8), path: "test")
    #expect(report.findings.count == 6)
    #expect(report.findings.last?.rule == "too-many-findings")
  }

  @Test("treats a file among the others as the file itself")
  func itself() throws {
    let text = Array(exports(type("org.example.a", parents: ["public.data"])).utf8)
    let source = DeclarationSource(path: "a.plist", format: .propertyList, layer: .program)
    let other = try DeclarationReader().read(text, from: source)
    let linter = Linter(others: [other], selection: LintRuleSelection(only: ["foreign-export"]))
    #expect(try linter.report(on: text, path: "a.plist").findings.isEmpty)
    let stranger = Array(
      exports(type("org.example.a", parents: ["public.data"]), bundle: nil).utf8)
    let report = try linter.report(on: stranger, path: "b.plist")
    #expect(report.findings.map(\.rule) == ["foreign-export"])
    #expect(report.findings.first?.message.contains("a.plist exports it too") == true)
  }

  @Test("suggests the intended name for a misspelt content type or superclass")
  func nearest() throws {
    let list = documents(strings("LSItemContentTypes", ["public.pngg"]))
    let types = try linter(only: ["unknown-content-type"]).report(on: Array(list.utf8), path: "x")
    #expect(
      types.findings.map(\.remedy) == ["write “public.png” if that is meant, or import the type"])
    let text = package(mimeType("application/x-a", "<sub-class-of type=\"application/xnl\"/>"))
    let parents = try linter(only: ["unknown-superclass"]).report(on: Array(text.utf8), path: "x")
    #expect(
      parents.findings.map(\.remedy) == [
        "write “application/xml” if that is meant, or describe it"
      ])
  }

  @Test("checks binary property lists, which have no lines")
  func binary() throws {
    let list = ["UTExportedTypeDeclarations": [["UTTypeIdentifier": "ptx"]]]
    let bytes = [UInt8](
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    let report = try linter(only: ["not-reverse-dns"]).report(on: bytes, path: "x")
    #expect(report.findings.map(\.rule) == ["not-reverse-dns"])
    #expect(report.findings.map(\.position.line) == [1])
    #expect(try linter().fix(bytes, path: "x").changes.isEmpty)
  }

  @Test("throws for unreadable files")
  func unreadable() throws {
    #expect(throws: DeclarationError.self) {
      try linter().report(on: Array("<plist><dict>".utf8), path: "x.plist")
    }
    #expect(throws: DeclarationError.self) {
      try linter().report(onFile: "/nonexistent/x.plist")
    }
  }

  private func expectDescribed(_ findings: [DeclarationDiagnostic]) throws {
    for finding in findings {
      let rule = Linter.ruleDescriptions.first { $0.identifier == finding.rule }
      #expect(rule?.severity == finding.severity, "\(finding)")
    }
  }
}
