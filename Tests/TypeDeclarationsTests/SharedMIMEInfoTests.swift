import DeclarationTestSupport
import Testing
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

@Suite("shared-mime-info packages")
struct SharedMIMEInfoTests {
  @Test("are read with every element and attribute (2.6, 2.7)")
  func everyElement() throws {
    let file = try DeclarationReader().read(
      try fixture("package.xml"), from: source(.sharedMIMEInfo))
    #expect(file.diagnostics.isEmpty)
    #expect(file.mimeTypes.count == 1)
    let type = try #require(file.mimeTypes.first)
    #expect(type.name.spelling == "application/x-Example")
    #expect(type.position == SourcePosition(line: 9, column: 3))
    #expect(type.comments.map(\.language) == ["", "de", "sr@latin"])
    #expect(
      type.comments.map(\.text) == ["Example document", "Beispieldokument", "Dokument & primer"])
    #expect(type.comments.map(\.position.line) == [10, 11, 12])
    #expect(type.acronyms.map(\.text) == ["EXD"])
    #expect(type.expandedAcronyms.map(\.text) == ["Example Document"])
    #expect(type.icon == "example")
    #expect(type.genericIcon == "x-office-document")
    #expect(type.globs.map(\.pattern) == ["*.exd", "*.EXD", "core"])
    // The defaults of the internal subset (33 and 44) differ from the defaults of the
    // specification.
    #expect(type.globs.map(\.weight) == [50, 80, 50])
    #expect(type.globs.map(\.isCaseSensitive) == [false, true, false])
    #expect(type.magic.map(\.priority) == [50, 90])
    #expect(
      type.rootElements == [
        RootElement(
          namespace: "http://example.com/ns", localName: "doc",
          position: SourcePosition(line: 33, column: 5))
      ])
    #expect(type.aliases.map(\.value.spelling) == ["application/exd"])
    #expect(type.superclasses.map(\.value.spelling) == ["application/xml"])
    #expect(type.deletesGlobs)
    #expect(type.deletesMagic)
    #expect(
      type.foreignElements.map(\.value) == [
        "<x:plugin xmlns:x=\"http://example.com/extra\" name=\"a &quot;b&quot;\">"
          + "<x:part>one &lt; two</x:part> rest <plain/></x:plugin>"
      ])
    #expect(type.foreignElements.map(\.position.line) == [38])
  }

  @Test("keep nested magic and tree magic as written (5.2, 7.1)")
  func nesting() throws {
    let file = try DeclarationReader().read(
      try fixture("package.xml"), from: source(.sharedMIMEInfo))
    let type = try #require(file.mimeTypes.first)
    let outer = try #require(type.magic.first?.matches.first)
    #expect(outer.offsets == 0...4)
    #expect(outer.value == [0x45, 0x58, 0, 0x41, 0x26, 0x3C])
    #expect(outer.mask == [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F])
    #expect(outer.children.map(\.value) == [[1, 2], [0xD4, 0xC3, 0xB2, 0xA1]])
    #expect(outer.children.map(\.mask) == [[0xFF, 0], nil])
    #expect(type.magic.first?.matches.last?.value == [15])
    let tree = try #require(type.treeMagic.first)
    #expect(tree.priority == 60)
    let directory = try #require(tree.matches.first)
    #expect(directory.path == "EXAMPLE")
    #expect(directory.kind == .directory)
    #expect(directory.matchesCase && directory.isExecutable && directory.isNonEmpty)
    #expect(directory.children.map(\.path) == ["index"])
    #expect(directory.children.map(\.mimeType) == [MIMEName("text/plain")])
    #expect(directory.children.map(\.kind) == [nil])
  }

  @Test(
    "with another root element are rejected (1.7)",
    arguments: [
      "<mime-info/>", "<mime-info xmlns='http://example.com'/>",
      "<types xmlns='\(smiNamespace)'/>", "<plist/>",
    ])
  func wrongRoot(text: String) {
    #expect {
      try DeclarationReader().read(Array(text.utf8), from: source(.sharedMIMEInfo))
    } throws: { error in
      (error as? DeclarationError)?.code == .notSharedMIMEInfo
        && (error as? DeclarationError)?.position == SourcePosition(line: 1, column: 1)
    }
  }

  @Test("may get their namespace from an internal subset (1.10)")
  func namespaceByDefault() throws {
    let text =
      "<!DOCTYPE mime-info [<!ATTLIST mime-info xmlns CDATA #FIXED '\(smiNamespace)'>]>"
      + "<mime-info><mime-type type='a/b'/></mime-info>"
    let file = try DeclarationReader().read(Array(text.utf8), from: source(.sharedMIMEInfo))
    #expect(file.mimeTypes.map(\.name.spelling) == ["a/b"])
  }

  @Test(
    "name their types by one slash and RFC 6838 characters (2.2, 2.3)",
    arguments: [
      ("text/x-a", 1, []), ("TEXT/X-A", 1, []), ("video/a+b", 1, []),
      ("nonsense/a", 1, ["warning unknown-media-type 2"]),
      ("text", 0, ["error invalid-mime-name 2"]), ("text/", 0, ["error invalid-mime-name 2"]),
      ("/a", 0, ["error invalid-mime-name 2"]), ("a/b/c", 0, ["error invalid-mime-name 2"]),
      ("text/a b", 0, ["error invalid-mime-name 2"]),
      ("image/*", 0, ["error invalid-mime-name 2"]), ("", 0, ["error invalid-mime-name 2"]),
    ])
  func names(name: String, count: Int, expected: [String]) throws {
    let file = try readPackage("<mime-type type='\(name)'><glob pattern='*.a'/></mime-type>")
    #expect(file.mimeTypes.count == count)
    #expect(findings(file) == expected)
  }

  @Test("report two spellings of one name (2.5)")
  func caseVariants() throws {
    let file = try readPackage(
      "<mime-type type='audio/amr'/>\n<mime-type type='audio/AMR'/>\n<mime-type type='audio/AMR'/>")
    #expect(file.mimeTypes.count == 3)
    #expect(findings(file) == ["warning case-variant 3"])
  }

  @Test(
    "lose only the child that is invalid (1.8)",
    arguments: [
      ("<glob/>", "error missing-attribute 5"),
      ("<glob pattern=''/>", "error empty-pattern 5"),
      ("<glob pattern='*.x' weight='101'/>", "error invalid-number 5"),
      ("<glob pattern='*.x' weight='-1'/>", "error invalid-number 5"),
      ("<glob pattern='*.x' weight='many'/>", "error invalid-number 5"),
      ("<glob pattern='*.x' weight=''/>", "error invalid-number 5"),
      ("<alias type='none'/>", "error invalid-mime-name 5"),
      ("<alias/>", "error missing-attribute 5"),
      ("<sub-class-of type='text/*'/>", "error invalid-mime-name 5"),
      ("<icon/>", "error missing-attribute 5"),
      ("<generic-icon name=''/>", "error empty-icon 5"),
      ("<root-XML namespaceURI='' localName=''/>", "error invalid-root-element 5"),
      ("<root-XML namespaceURI='a b' localName='c'/>", "error invalid-root-element 5"),
      ("<root-XML namespaceURI='a'/>", "error missing-attribute 5"),
      ("<comment/>", "error empty-text 5"),
      ("<comment>two<b>parts</b></comment>", "error unexpected-element 5"),
      ("<comment xml:lang='de'> </comment>", "error empty-text 5"),
      ("<globs pattern='*.x'/>", "error unknown-element 5"),
      ("<magic/>", "error empty-rule 5"),
      ("<magic priority='200'><match/></magic>", "error invalid-number 5"),
      ("<treemagic/>", "error empty-rule 5"),
      ("<glob pattern='*.x'><glob pattern='*.y'/></glob>", "error unexpected-element 5"),
    ])
  func invalidChild(content: String, finding: String) throws {
    let file = try readMIMEType(content + "<glob pattern='*.kept'/><alias type='a/kept'/>")
    let type = try #require(file.mimeTypes.first)
    #expect(findings(file) == [finding])
    #expect(type.globs.last?.pattern == "*.kept")
    #expect(type.aliases.map(\.value.spelling) == ["a/kept"])
    #expect(type.icon == nil && type.genericIcon == nil && type.magic.isEmpty)
    #expect(type.rootElements.isEmpty && type.superclasses.isEmpty)
  }

  @Test("keep texts in thousands of languages apart, in any order (9.1)")
  func manyLanguages() throws {
    let languages = (0..<3_000).map { "x-\($0)" }
    let content = [languages, languages.reversed()].map { languages in
      languages.map { "<comment xml:lang='\($0)'>\($0)</comment>\n" }.joined()
    }
    let file = try readPackage(
      "<mime-type type='a/a'>\n\(content[0])</mime-type>"
        + "<mime-type type='a/b'>\n\(content[1])</mime-type>")
    let types = try #require(file.mimeTypes.count == 2 ? file.mimeTypes : nil)
    #expect(types[0].comments.map(\.language) == languages)
    #expect(types[0].comments.map(\.text) == languages)
    #expect(types[0].comments.map(\.position.line) == Array(3..<3_003))
    #expect(types[1].comments.map(\.language) == languages.reversed())
    #expect(types[1].comments.map(\.text) == languages.reversed())
  }

  @Test(
    "read weights and priorities at the ends of their range (4.2, 5.1)",
    arguments: [("0", 0), ("100", 100), ("007", 7)])
  func weights(text: String, expected: Int) throws {
    let file = try readMIMEType(
      "<glob pattern='*.x' weight='\(text)'/><magic priority='\(text)'>"
        + "<match type='byte' offset='0' value='1'/></magic>")
    #expect(file.mimeTypes.first?.globs.map(\.weight) == [expected])
    #expect(file.mimeTypes.first?.magic.map(\.priority) == [expected])
  }

  @Test("report unknown elements and ignore foreign ones outside of types")
  func elementsOfThePackage() throws {
    let file = try readPackage(
      "<mime-typ type='a/b'><glob pattern='*'/></mime-typ>\n<x:other><x:more/></x:other>\n"
        + "<mime-type type='text/a'/>stray")
    #expect(file.mimeTypes.map(\.name.spelling) == ["text/a"])
    #expect(
      findings(file) == [
        "error unknown-element 2", "note foreign-element 3", "warning stray-text 4",
      ])
    #expect(file.diagnostics.first?.remedy.contains("mime-type") == true)
  }

  @Test(
    "keep foreign elements as self-contained XML (2.7)",
    arguments: [
      ("<x:a/>", "<x:a xmlns:x=\"http://example.com/x\"/>"),
      ("<a xmlns=''>t</a>", "<a>t</a>"),
      (
        "<a xmlns='u'><b xmlns=''/><glob pattern='*.n'/></a>",
        "<a xmlns=\"u\"><b xmlns=\"\"/><glob pattern=\"*.n\"/></a>"
      ),
      (
        "<x:a x:b='&#10;&quot;' xml:lang='de'>&amp;<![CDATA[<]]></x:a>",
        "<x:a xmlns:x=\"http://example.com/x\" x:b=\"&#10;&quot;\" xml:lang=\"de\">"
          + "&amp;&lt;</x:a>"
      ),
    ])
  func foreign(content: String, expected: String) throws {
    let file = try readMIMEType(content)
    #expect(file.mimeTypes.first?.foreignElements.map(\.value) == [expected])
    #expect(file.mimeTypes.first?.globs == [])
    #expect(file.diagnostics.isEmpty)
  }

  @Test("stay bounded with many namespaces and deep foreign elements")
  func namespaces() throws {
    let uri = String(repeating: "u", count: 60_000)
    let elements = String(repeating: "<y:e/>", count: 2000)
    let package =
      "<mime-info xmlns='\(smiNamespace)' xmlns:y='\(uri)'>"
      + "<mime-type type='a/b'>\(elements)</mime-type></mime-info>"
    #expect(throws: DeclarationError.self) {
      try DeclarationReader().read(Array(package.utf8), from: source(.sharedMIMEInfo))
    }
  }
}
