import Foundation
import TestSupport
import Testing
import TypeDeclarations
import TypeGraph

/// An oddity of a real property list, and the rule that is meant for it.
private struct Oddity: Sendable, CustomTestStringConvertible {
  let file: String
  let rule: String
  let line: Int
  /// What the message names.
  let subject: String

  init(_ file: String, _ rule: String, _ line: Int, _ subject: String) {
    self.file = file
    self.rule = rule
    self.line = line
    self.subject = subject
  }

  var testDescription: String { "\(rule): \(subject) in \(file)" }
}

private let highlighter = "sbarex__SourceCodeSyntaxHighlight__Application-Info.plist"
private let textMate = "textmate__textmate__Applications-TextMate-Info.plist"

private let oddities = [
  // Identifiers
  Oddity("holzschu__iVim__iVim-Info.plist", "invalid-identifier", 237, "org.vim.pch++-file"),
  Oddity("jfmoy__Fraise__Info.plist", "lookalike-identifier", 62, "\\u{200B}"),
  Oddity("TeXShop__TeXShop__Resources-Info.plist", "not-reverse-dns", 2406, "ptx"),
  Oddity(highlighter, "dynamic-identifier", 3201, "dyn.ah62d4rv4ge81a8p"),
  Oddity("PlayCover__PlayCover__PlayCover-Info.plist", "empty-declaration", 108, "empty"),
  // Types of others
  Oddity("holzschu__iVim__iVim-Info.plist", "foreign-export", 120, "public.plain-text"),
  Oddity(
    "glushchenko__fsnotes__FSNotes-Info-Notarized-.plist", "foreign-export", 304, "public.rtf"),
  Oddity(
    "holzschu__Carnets__Carnets-Info.plist", "reserved-domain", 166, "public.jupyter-notebook"),
  Oddity(
    "Kapeli__Dash-iOS__Dash-Dash-Info.plist", "exported-and-imported", 171,
    "com.kapeli.dash.ios.docset"),
  Oddity(textMate, "repeated-declaration", 2571, "public.patch-file"),
  // Parents
  Oddity(highlighter, "unknown-parent", 1257, "public.xnl"),
  Oddity(highlighter, "unknown-parent", 2416, "publix.xml"),
  Oddity(highlighter, "unknown-parent", 2390, "public.xsd"),
  Oddity(highlighter, "unknown-parent", 131, "public.javascript"),
  Oddity(highlighter, "unbound-type", 2537, "public.tex"),
  Oddity(
    "smittytone__PreviewMarkdown__PreviewMarkdown-Info.plist", "unbound-type", 128, "markdown"),
  Oddity("love2d__love__platform-xcode-macosx-love-macosx.plist", "data-and-directory", 81, "love"),
  // Tags
  Oddity(
    "Provenance-Emu__Provenance__Provenance-Provenance-Lite-AppStore--Info.plist",
    "invalid-mime-tag", 474, "com.provenance.rom"),
  Oddity(textMate, "invalid-mime-tag", 3266, "xslt+xml"),
  Oddity(
    "sequelpro__sequelpro__Resources-Plists-Info.plist", "invalid-ostype", 327, "sequel pro bundle"),
  Oddity("TeXShop__TeXShop__Resources-Info.plist", "wildcard-tag", 1645, "*"),
  Oddity(
    "Sequel-Ace__Sequel-Ace__Resources-Plists-Info.plist", "contested-extension", 460, "sql"),
  // Document types
  Oddity("utmapp__UTM__Platform-macOS-Info.plist", "unknown-key", 20, "LSTypeIsPackageLSType"),
  Oddity("anthonygelibert__QLColorCode__Info.plist", "dynamic-content-type", 16, "vim"),
  Oddity("YACReader__yacreader__YACReader-Info.plist", "missing-role", 19, "Unknown"),
  Oddity(
    "PlayCover__PlayCover__PlayCover-Info.plist", "empty-document-class", 25, "NSDocumentClass"),
  Oddity("HexFiend__HexFiend__app-Info.plist", "owner-of-foreign-type", 18, "public.data"),
  Oddity("jfmoy__Fraise__Info.plist", "missing-document-class", 28, "Fraise Document"),
]

@Suite("Lint and real property lists", .enabled(if: Corpora.isPresent, "UTI_CORPORA is not set"))
struct OdditiesTests {
  private static let directory = (Corpora.directory ?? "") + "/plists/"

  @Test("finds each oddity by the rule that is meant for it, at its line")
  func oddities() throws {
    let linter = Linter(others: try RepositoryFiles.declarations(in: ["types"]))
    for (file, rows) in Dictionary(grouping: TypeDeclarationsTests.oddities, by: \.file) {
      let findings = try linter.report(onFile: Self.directory + file).findings
      for row in rows {
        let found = findings.filter { $0.rule == row.rule && $0.position.line == row.line }
        #expect(found.contains { $0.message.contains(row.subject) }, "\(row.testDescription)")
      }
    }
  }

  @Test("checks or refuses every file, with places, and mends without breaking")
  func everyFile() throws {
    let linter = try linter()
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.directory).sorted() {
      do throws(DeclarationError) {
        let report = try linter.report(onFile: Self.directory + name)
        #expect(report.findings.allSatisfy { $0.position.line > 0 && $0.position.column > 0 })
        let described = Set(Linter.ruleDescriptions.map(\.identifier))
        #expect(report.findings.allSatisfy { described.contains($0.rule) })
        let fixed = try linter.fix(report.bytes, path: name)
        #expect(fixed.report.errorCount <= report.errorCount, "\(name)")
        #expect(fixed.report.findings.count <= report.findings.count, "\(name)")
      } catch {
        #expect(error.position != nil, "\(name)")
      }
    }
  }
}
