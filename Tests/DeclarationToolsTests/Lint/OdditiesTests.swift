import Foundation
import TestSupport
import Testing
import UTIDeclarationTools
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

/// An oddity of a real property list, and the rule that is meant for it.
private struct Oddity: Sendable, CustomTestStringConvertible {
  let file: String
  let rule: String
  let line: Int
  /// The required part of the message.
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
  Oddity(highlighter, "foreign-export", 2564, "public.text"),
  Oddity("holzschu__iVim__iVim-Info.plist", "foreign-export", 572, "public.html"),
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
  Oddity(highlighter, "self-conformance", 393, "com.microsoft.typescript"),
  Oddity(highlighter, "self-conformance", 2539, "public.tex"),
  Oddity(highlighter, "dynamic-parent", 95, "dyn.ah62d4rv4ge8048drru"),
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
  Oddity(textMate, "extension-with-capitals", 2709, "scriptSuite"),
  Oddity(textMate, "empty-tag", 2623, "com.apple.ostype"),
  Oddity("Sequel-Ace__Sequel-Ace__Resources-Plists-Info.plist", "contested-extension", 460, "sql"),
  // Document types
  Oddity("utmapp__UTM__Platform-macOS-Info.plist", "unknown-key", 20, "LSTypeIsPackageLSType"),
  Oddity("anthonygelibert__QLColorCode__Info.plist", "dynamic-content-type", 16, "vim"),
  Oddity("YACReader__yacreader__YACReader-Info.plist", "missing-role", 19, "Unknown"),
  Oddity(
    "PlayCover__PlayCover__PlayCover-Info.plist", "empty-document-class", 25, "NSDocumentClass"),
  Oddity("HexFiend__HexFiend__app-Info.plist", "owner-of-foreign-type", 18, "public.data"),
  Oddity("jfmoy__Fraise__Info.plist", "missing-document-class", 28, "Fraise Document"),
  Oddity("HexFiend__HexFiend__app-Info.plist", "unqualified-class", 20, "FileDataDocument"),
  Oddity(
    "MacPass__MacPass__MacPass-MacPass-Info.plist", "ignored-tags", 11, "CFBundleTypeExtensions"),
  Oddity(
    "PlayCover__PlayCover__PlayCover-Info.plist", "repeated-content-type", 32, "com.apple.itunes"),
  Oddity(
    "Kapeli__Dash-iOS__Dash-Dash-Info.plist", "unknown-content-type", 25, "com.apple.xcode.docset"),
  // Keys
  Oddity("gnachman__iTerm2__plists-dev-iTerm2.plist", "duplicate-key", 240, "CFBundleIconFile"),
]

/// An oddity of a property list that is not kept, or that differs between machines.
private let ownOddities = [
  LintRow(
    "self-conformance", "a type below itself beside its parent",
    exports(type("org.example.tex", parents: ["public.text", "⚑org.example.tex"]))),
  LintRow(
    "empty-identifier", "an empty identifier below itself",
    list(
      array(
        "UTExportedTypeDeclarations",
        ["<key>UTTypeIdentifier</key>⚑<string></string>" + strings("UTTypeConformsTo", [""])]))),
  LintRow(
    "invalid-identifier", "a slash, for which a Mac ignores the whole declaration",
    exports(type("⚑dev.kaya/note", extensions: ["note"]))
      .replacing(
        "⚑<key>UTTypeIdentifier</key><string>", with: "<key>UTTypeIdentifier</key>⚑<string>")
  ),
  LintRow(
    "foreign-export", "PostScript as plain text in an editor",
    exports(type("⚑com.adobe.postscript", parents: ["public.plain-text"])), isBase: false),
  LintRow(
    "surrounding-blanks", "a blank after a parent",
    exports(type("org.example.a", parents: ["⚑public.text "]))),
  LintRow(
    "unlikely-extension", "an emoji",
    exports(type("org.example.a", parents: ["public.data"], extensions: ["⚑🎮"]))),
  LintRow(
    "extension-with-capitals", "as programs for other systems write them",
    exports(type("org.example.a", parents: ["public.data"], extensions: ["⚑ROM"]))),
  LintRow(
    "compound-extension", "one token that no name ends in",
    exports(type("org.example.a", parents: ["public.data"], extensions: ["⚑css.erb"]))),
  LintRow(
    "invalid-mime-tag", "an identifier, and half a name",
    exports(
      type(
        "org.example.a", parents: ["public.data"], mimeTypes: ["⚑com.provenance.rom", "⚑xslt+xml"]))
  ),
  LintRow(
    "unresolved-variable", "a template that was never filled in",
    exports(type("org.example.a", parents: ["⚑$(BASE).document"]))),
  LintRow(
    "conformance-cycle", "a text that is plain text, as a highlighter exports it",
    exports(
      type("org.example.text", parents: ["org.example.plain-text"]),
      type("org.example.plain-text", parents: ["⚑org.example.text"]))),
]

@Suite("Lint and oddities in real files")
struct OwnOdditiesTests {
  @Test("finds each by its rule", arguments: ownOddities)
  func rows(row: LintRow) throws { try row.check() }
}

@Suite("Lint and real property lists", .requires(.corpora))
struct OdditiesTests {
  private static let directory = (Corpora.directory ?? "") + "/plists/"

  @Test("finds each oddity by its rule, at its line")
  func oddities() throws {
    let linter = Linter(others: try RepositoryFiles.declarations(in: ["types"]))
    for (file, rows) in Dictionary(grouping: DeclarationToolsTests.oddities, by: \.file) {
      let findings = try linter.report(onFile: Self.directory + file).findings
      for row in rows {
        let found = findings.filter { $0.rule == row.rule && $0.position.line == row.line }
        #expect(found.contains { $0.message.contains(row.subject) }, "\(row.testDescription)")
      }
    }
  }

  @Test(
    "rejects a file that is no property list, at the line of the error",
    arguments: [
      (
        "swiftlang__swift-foundation__Tests-FoundationEssentialsTests-Resources-bad_plist.bad.plist",
        7
      ),
      ("Provenance-Emu__Provenance__Provenance-Info.plist", 1),
    ])
  func refused(row: (file: String, line: Int)) throws {
    #expect {
      try linter().report(onFile: Self.directory + row.file)
    } throws: { ($0 as? DeclarationError)?.position?.line == row.line }
  }

  @Test("checks or rejects every file, with positions, and fixes without breaking")
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
