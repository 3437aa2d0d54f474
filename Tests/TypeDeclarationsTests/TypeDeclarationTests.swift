import DeclarationTestSupport
import Foundation
import Testing
import UTIDataFormats
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

@Suite("Type declarations")
struct TypeDeclarationTests {
  @Test("are read with every key")
  func everyKey() throws {
    let file = try DeclarationReader().read(
      try fixture("editor.plist"), from: source(.propertyList))
    #expect(file.diagnostics.isEmpty)
    #expect(file.source.bundleIdentifier == "com.example.editor")
    #expect(file.types.count == 2)
    let note = try #require(file.types.first)
    #expect(note.identifier.rawValue == "com.example.editor.note")
    #expect(note.isExported)
    #expect(note.position == SourcePosition(line: 9, column: 5))
    #expect(note.conformsTo.map(\.value.rawValue) == ["public.text", "public.content"])
    #expect(note.conformsTo.map(\.position.line) == [16, 17])
    #expect(
      note.tags.map(\.value) == [
        Tag(tagClass: .filenameExtension, value: "note"),
        Tag(tagClass: .filenameExtension, value: "Note2"),
        Tag(tagClass: .mimeType, value: "application/x-example-note"),
        Tag(tagClass: .osType, value: "NOT "),
      ])
    #expect(note.tags.map(\.position.line) == [23, 24, 27, 29])
    #expect(note.description == "Example note")
    #expect(note.version == "3")
    #expect(note.referenceURL == "https://example.com/note")
    #expect(note.iconFiles == ["note.icns"])
    #expect(!note.isWildcard)
    let shape = try #require(file.types.last)
    #expect(!shape.isExported)
    #expect(shape.isWildcard)
    #expect(shape.conformsTo.map(\.value) == [.data])
  }

  @Test("with loops, junk and empty identifiers lose only wrong statements, reported at their line")
  func hostile() throws {
    let file = try DeclarationReader().read(
      try fixture("hostile.plist"), from: source(.propertyList))
    #expect(
      file.types.map(\.identifier.rawValue) == [
        "com.example.loop", "com.example.first", "com.example.second", "com.example.orphan",
      ])
    #expect(file.types.last?.conformsTo.map(\.value.rawValue) == ["public.xnl", "public.data"])
    #expect(
      findings(file) == [
        "error empty-identifier 19", "error invalid-identifier 26", "error wrong-value-type 27",
        "warning surrounding-blanks 28", "error empty-identifier 29", "error empty-declaration 32",
        "error wrong-value-type 33", "error missing-identifier 34", "warning unknown-key 35",
        "error dynamic-identifier 38",
      ])
  }

  @Test("may name a parent by a dynamic identifier, but declare none")
  func dynamicIdentifiers() throws {
    let declared = try readType("<key>UTTypeIdentifier</key><string>dyn.age80s52</string>")
    #expect(declared.types.isEmpty)
    #expect(findings(declared) == ["error dynamic-identifier 5"])
    let parent = try readType(
      Self.identifier + "<key>UTTypeConformsTo</key><string>dyn.age80s52</string>")
    #expect(parent.types.first?.conformsTo.map(\.value.rawValue) == ["dyn.age80s52"])
    #expect(findings(parent) == [])
  }

  private static let identifier = "<key>UTTypeIdentifier</key><string>com.example.a</string>"

  @Test(
    "report invalid identifiers and drop them",
    arguments: [
      ("org.vim.pch++-file", "error invalid-identifier 5"),
      ("com.example.under_score", "error invalid-identifier 5"),
      ("com/example", "error invalid-identifier 5"),
      ("com:example", "error invalid-identifier 5"),
      ("com example", "error invalid-identifier 5"),
      ("$(BUNDLE).note", "error unresolved-variable 5"),
      ("${BUNDLE}_note", "error unresolved-variable 5"),
      (" \n ", "error empty-identifier 5"),
    ])
  func identifiers(text: String, finding: String) throws {
    let file = try readType("<key>UTTypeIdentifier</key><string>\(text)</string>")
    #expect(file.types.isEmpty)
    #expect(findings(file) == [finding])
    let parent = try readType(
      Self.identifier + "<key>UTTypeConformsTo</key><array><string>public.data</string>"
        + "<string>\(text)</string><string>public.text</string></array>")
    #expect(parent.types.first?.conformsTo.map(\.value) == [.data, .text])
    #expect(findings(parent) == [finding])
  }

  @Test(
    "keep unusual identifiers that are allowed",
    arguments: [
      ("com.example.ÜBER", "com.example.Über"), ("123", "123"), ("a..b", "a..b"),
      ("com.example.zero\u{200B}width", "com.example.zero\u{200B}width"),
    ])
  func oddIdentifiers(text: String, expected: String) throws {
    let file = try readType("<key>UTTypeIdentifier</key><string>\(text)</string>")
    #expect(file.types.first?.identifier == TypeIdentifier(text))
    #expect(file.diagnostics.isEmpty)
  }

  @Test("name the character that no identifier may contain")
  func offendingCharacter() throws {
    let file = try readType("<key>UTTypeIdentifier</key><string>org.vim.pch++-file</string>")
    #expect(file.diagnostics.first?.message.contains("holds “+”") == true)
  }

  @Test(
    "check each tag separately",
    arguments: [
      ("public.filename-extension", ".note", [], ["warning extension-with-dot 5"]),
      ("public.filename-extension", "", [], ["warning empty-tag 5"]),
      ("public.filename-extension", "a b", [], ["warning invalid-extension 5"]),
      ("public.filename-extension", "a/b", [], ["warning invalid-extension 5"]),
      ("public.filename-extension", "tar.gz", ["tar.gz"], ["warning compound-extension 5"]),
      ("public.filename-extension", " c++ ", ["c++"], ["warning surrounding-blanks 5"]),
      ("public.filename-extension", "🗜", ["🗜"], []),
      ("public.filename-extension", "$(EXT)", [], ["error unresolved-variable 5"]),
      ("public.mime-type", "image/png", ["image/png"], []),
      ("public.mime-type", "text/plain;charset=utf-8", ["text/plain;charset=utf-8"], []),
      ("public.mime-type", "xslt+xml", ["xslt+xml"], ["warning invalid-mime-tag 5"]),
      ("com.apple.ostype", "AB  ", ["AB  "], []),
      ("com.apple.nspboard-type", "NeXT plain ascii ", ["NeXT plain ascii "], []),
      ("com.example.other", "x", ["x"], []),
      ("public.filename-extensions", "x", ["x"], ["warning unknown-tag-class 5"]),
      ("", "x", [], ["error empty-tag-class 5"]),
    ])
  func tags(tagClass: String, text: String, values: [String], expected: [String]) throws {
    let file = try readType(
      Self.identifier + "<key>UTTypeTagSpecification</key><dict><key>\(tagClass)</key>"
        + "<array><string>\(text)</string></array></dict>")
    #expect(file.types.first?.tags.map(\.value.value) == values)
    #expect(findings(file) == expected)
  }

  @Test(
    "report values of another kind, one by one",
    arguments: [
      ("<key>UTTypeConformsTo</key><dict/>", "error wrong-value-type 5"),
      ("<key>UTTypeConformsTo</key><true/>", "error wrong-value-type 5"),
      ("<key>UTTypeConformsTo</key><array><array/></array>", "error wrong-value-type 5"),
      ("<key>UTTypeTagSpecification</key><string>x</string>", "error wrong-value-type 5"),
      (
        "<key>UTTypeTagSpecification</key><dict><key>public.mime-type</key><real>1</real></dict>",
        "error wrong-value-type 5"
      ),
      ("<key>UTTypeDescription</key><integer>1</integer>", "error wrong-value-type 5"),
      ("<key>UTTypeVersion</key><array/>", "error wrong-value-type 5"),
      ("<key>UTTypeReferenceURL</key><data/>", "error wrong-value-type 5"),
      ("<key>UTTypeIsWildcard</key><integer>2</integer>", "error wrong-value-type 5"),
      ("<key>UTTypeConformTo</key><string>public.data</string>", "warning unknown-key 5"),
      ("<key>UTSomethingElse</key><true/>", "warning unknown-key 5"),
    ])
  func wrongKinds(content: String, finding: String) throws {
    let file = try readType(Self.identifier + content)
    #expect(file.types.map(\.identifier.rawValue) == ["com.example.a"])
    #expect(findings(file) == [finding])
  }

  @Test("suggest the key for a misspelt one")
  func suggestion() throws {
    let file = try readType(Self.identifier + "<key>UTTypeConformTo</key><string>a</string>")
    #expect(file.diagnostics.first?.remedy.contains("UTTypeConformsTo") == true)
  }

  @Test(
    "take versions as text and as numbers",
    arguments: [
      ("<string>1.0b</string>", "1.0b"), ("<integer>12</integer>", "12"),
      ("<real>2.5</real>", "2.5"), ("<string/>", nil),
    ])
  func versions(value: String, expected: String?) throws {
    let file = try readType(Self.identifier + "<key>UTTypeVersion</key>" + value)
    #expect(file.types.first?.version == expected)
    #expect(file.diagnostics.isEmpty)
  }

  @Test(
    "are read under their own keys only",
    arguments: [
      ("<key>UTExportedTypeDeclaration</key><array/>", "warning unknown-key 5"),
      ("<key>UTExportedTypeDeclarations</key><dict/>", "error wrong-value-type 5"),
      ("<key>CFBundleDocumentType</key><array/>", "warning unknown-key 5"),
      ("<key>CFBundleDocumentTypes</key><string/>", "error wrong-value-type 5"),
    ])
  func rootKeys(content: String, finding: String) throws {
    #expect(findings(try readPropertyList(content)) == [finding])
  }

  @Test("need a dictionary at the root")
  func root() {
    #expect {
      try DeclarationReader().read(
        Array("<plist>\n<array/></plist>".utf8), from: source(.propertyList))
    } throws: { error in
      (error as? DeclarationError)?.code == .notPropertyList
        && (error as? DeclarationError)?.position == SourcePosition(line: 2, column: 1)
    }
  }

  @Test("are reported up to a limit")
  func manyFindings() throws {
    var limits = ReadingLimits()
    limits.findingCount = 3
    let text =
      "<plist><dict><key>UTExportedTypeDeclarations</key><array>"
      + String(repeating: "<dict/>", count: 10) + "</array></dict></plist>"
    let file = try DeclarationReader(limits: limits).read(
      Array(text.utf8), from: source(.propertyList))
    #expect(file.diagnostics.count == 4)
    #expect(file.diagnostics.last?.rule == "too-many-findings")
  }

  @Test("of binary property lists are named by their path, since there are no lines")
  func findingsNamePaths() throws {
    let value = ["UTExportedTypeDeclarations": [["UTTypeIdentifier": "a b"]]]
    let data = try PropertyListSerialization.data(
      fromPropertyList: value, format: .binary, options: 0)
    let file = try DeclarationReader().read([UInt8](data), from: source(.propertyList))
    #expect(findings(file) == ["error invalid-identifier 1"])
    #expect(
      file.diagnostics.first?.message
        .hasPrefix("UTExportedTypeDeclarations[0].UTTypeIdentifier: ") == true)
  }
}
