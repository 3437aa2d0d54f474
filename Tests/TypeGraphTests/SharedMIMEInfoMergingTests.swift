import Testing
import UTITypeGraph

@Suite("Merging shared-mime-info packages, section 3")
struct SharedMIMEInfoMergingTests {
  private func names(_ image: RegistryImage, _ file: String) -> [String?] {
    image.globMatches(file).map { image.mimeName(of: $0.type) }
  }

  @Test("a later directory replaces the comment of the same language only")
  func comments() throws {
    func text(_ language: String, _ text: String) -> LocalizedText {
      LocalizedText(language: language, text: text, position: SourcePosition(line: 1, column: 1))
    }
    let image = try Sample.image(
      Sample.package(
        "/usr/share/mime/packages/a.xml", precedence: 0,
        Sample.mime("a/b") { $0.comments = [text("", "low"), text("de", "niedrig")] }),
      Sample.package(
        "/usr/local/share/mime/packages/a.xml", precedence: 1,
        Sample.mime("a/b") { $0.comments = [text("", "high")] }))
    let type = try image.find("mime.a.b")
    #expect(image.description(of: type, languages: []) == "high")
    #expect(image.description(of: type, languages: ["de_AT", "de"]) == "niedrig")
  }

  @Test("Override.xml is read last and other files in byte order")
  func overrideOrder() throws {
    func icon(_ name: String) -> (inout MIMETypeDeclaration) -> Void { { $0.icon = name } }
    let image = try Sample.image(
      Sample.package("p/Override.xml", Sample.mime("a/b", change: icon("override"))),
      Sample.package("p/Zz.xml", Sample.mime("a/b", change: icon("last"))),
      Sample.package("p/Aa.xml", Sample.mime("a/b", change: icon("first"))))
    #expect(image.iconName(of: try image.find("mime.a.b")) == "override")
  }

  @Test("glob-deleteall discards the patterns of lower directories only")
  func deleteGlobs() throws {
    let image = try Sample.image(
      Sample.package(
        "low/a.xml", precedence: 0, Sample.mime("text/x-patch", globs: [Sample.glob("*.patch")])),
      Sample.package(
        "high/A.xml", precedence: 1, Sample.mime("text/x-patch", globs: [Sample.glob("*.early")])),
      Sample.package(
        "high/B.xml", precedence: 1,
        Sample.mime("text/x-patch", globs: [Sample.glob("*.diff")]) { $0.deletesGlobs = true }))
    #expect(names(image, "x.patch") == [])
    #expect(names(image, "x.diff") == ["text/x-patch"])
    #expect(names(image, "x.early") == ["text/x-patch"])
  }

  @Test("magic-deleteall discards the rules of lower directories only")
  func deleteMagic() throws {
    func rule(_ byte: UInt8) -> MagicRule {
      let place = SourcePosition(line: 1, column: 1)
      return MagicRule(
        matches: [MagicMatch(type: .byte, offsets: 0...0, value: [byte], position: place)],
        position: place)
    }
    let image = try Sample.image(
      Sample.package("low/a.xml", precedence: 0, Sample.mime("a/b") { $0.magic = [rule(1)] }),
      Sample.package(
        "high/a.xml", precedence: 1,
        Sample.mime("a/b") {
          $0.magic = [rule(2)]
          $0.deletesMagic = true
        }))
    #expect(image.magicRuleCount == 1)
    #expect(image.magicRule(0).rule.matches.first?.value == [2])
  }

  @Test("the same pattern of one type counts once, with the greatest weight of its directory")
  func samePattern() throws {
    let image = try Sample.image(
      Sample.package("p/a.xml", Sample.mime("a/b", globs: [Sample.glob("*.x", 80)])),
      Sample.package("p/b.xml", Sample.mime("a/b", globs: [Sample.glob("*.x", 20)])))
    #expect(image.globMatches("1.x").map(\.weight) == [80])
  }

  @Test("the pattern of a higher directory comes first among equal weights")
  func higherDirectoryFirst() throws {
    let image = try Sample.image(
      Sample.package("low/a.xml", precedence: 0, Sample.mime("a/low", globs: [Sample.glob("*.x")])),
      Sample.package(
        "high/a.xml", precedence: 1, Sample.mime("a/high", globs: [Sample.glob("*.x")])))
    #expect(names(image, "1.x") == ["a/high", "a/low"])
  }

  @Test("declarations that differ in case are one type")
  func sameNameWithoutCase() throws {
    let image = try Sample.image(
      Sample.package(
        "p/a.xml", Sample.mime("audio/AMR", globs: [Sample.glob("*.amr")]),
        Sample.mime("audio/amr", globs: [Sample.glob("*.awb")], line: 2)))
    #expect(image.type(mimeName: "audio/AMR") == image.type(mimeName: "Audio/amr"))
    #expect(image.typeCount == 1)
  }

  @Test("an alias that is a type of its own is dropped with a finding")
  func aliasOfType() throws {
    let image = try Sample.image(
      Sample.package("p/a.xml", Sample.mime("a/b", aliases: ["c/d", "e/f"]), Sample.mime("c/d")))
    #expect(image.type(mimeName: "c/d") != image.type(mimeName: "a/b"))
    #expect(image.type(mimeName: "e/f") == image.type(mimeName: "a/b"))
    #expect(image.diagnostics.map(\.rule) == ["alias-is-a-type"])
  }

  @Test("for a type of another source the base adds patterns, signatures and parents only")
  func baseYields() throws {
    let image = try Sample.image(
      Sample.package(
        "base.xml", layer: .base,
        Sample.mime(
          "a/b", parents: ["c/d"],
          globs: [Sample.glob("*.x", 90), Sample.glob("*.only", 80), Sample.glob("*.taken")]),
        Sample.mime("c/d", globs: [Sample.glob("*.y")])),
      Sample.package(
        "p/a.xml", Sample.mime("a/b", globs: [Sample.glob("*.x")]),
        Sample.mime("e/f", globs: [Sample.glob("*.taken", 1)])))
    #expect(names(image, "1.only") == ["a/b"])
    #expect(names(image, "1.y") == ["c/d"])
    #expect(names(image, "1.taken") == ["e/f"])
    #expect(image.globMatches("1.x").map(\.weight) == [50])
    let type = try #require(image.type(mimeName: "a/b"))
    let parent = try #require(image.type(mimeName: "c/d"))
    #expect(image.conforms(type, to: parent, in: .merged))
    #expect(!image.conforms(type, to: parent, in: .freedesktop))
    #expect(image.tags(of: type).first { $0.tag.tagClass == .filenameExtension }?.tag.value == "x")
  }

  @Test("a type of the base stays one if another source takes its name for an alias")
  func separateType() throws {
    let base = Sample.package(
      "base.xml", layer: .base, Sample.mime("a/b", globs: [Sample.glob("*.b")]),
      Sample.mime("a/c", globs: [Sample.glob("*.c")]))
    let list = Sample.plist(
      "base.plist", Sample.type("org.example.b", mimeTypes: ["a/b"]),
      Sample.type("org.example.c", mimeTypes: ["a/c"]))
    let image = try Sample.image(
      base, list, Sample.package("p/a.xml", Sample.mime("a/b", aliases: ["a/c", "a/d"])))
    let type = try #require(image.type(identifier: Sample.identifier("org.example.c")))
    #expect(image.type(mimeName: "a/c") == type)
    #expect(image.mimeName(of: type) == "a/c")
    #expect(names(image, "1.c") == ["a/c"])
    let other = image.type(identifier: Sample.identifier("org.example.b"))
    #expect(image.type(mimeName: "a/d") == other)
    // In the other source's view the name is still an alias.
    let tag = Tag(tagClass: .mimeType, value: "a/c")
    #expect(image.types(with: tag, in: .freedesktop) == [image.type(mimeName: "a/b")])
    #expect(image.types(with: tag, in: .merged) == [type])
    #expect(image.diagnostics.isEmpty)
  }

  @Test("the base does not restore what a directory deletes of a type")
  func baseAfterDeletion() throws {
    let image = try Sample.image(
      Sample.package("base.xml", layer: .base, Sample.mime("a/b", globs: [Sample.glob("*.old")])),
      Sample.package(
        "p/a.xml",
        Sample.mime("a/b", globs: [Sample.glob("*.new")]) { $0.deletesGlobs = true }))
    #expect(names(image, "1.old") == [])
    #expect(names(image, "1.new") == ["a/b"])
  }

  @Test("the base's name for a type stays if another source names it differently")
  func baseNames() throws {
    let image = try Sample.image(
      Sample.package(
        "base.xml", layer: .base,
        Sample.mime(
          "application/yaml", aliases: ["application/x-yaml"], globs: [Sample.glob("*.y")])),
      Sample.package("p/a.xml", Sample.mime("application/x-yaml", globs: [Sample.glob("*.yaml")])))
    #expect(image.type(mimeName: "application/yaml") == image.type(mimeName: "application/x-yaml"))
    #expect(names(image, "1.yaml") == ["application/yaml"])
    #expect(names(image, "1.y") == ["application/yaml"])
    #expect(image.diagnostics.isEmpty)
  }

  @Test(
    "the last claim of a root element wins, whatever the names of the types",
    arguments: [
      false, true,
    ])
  func rootElements(isReversed: Bool) throws {
    let names = isReversed ? ["a/z", "a/y", "a/x"] : ["a/x", "a/y", "a/z"]
    func claim(_ type: Int, _ localName: String, line: Int = 1) -> MIMETypeDeclaration? {
      Sample.mime(names[type]) {
        $0.rootElements = [
          RootElement(
            namespace: "urn:n", localName: localName,
            position: SourcePosition(line: line, column: 1))
        ]
      }
    }
    let image = try Sample.image(
      Sample.package(
        "base.xml", layer: .base, claim(0, "base", line: 90), claim(2, "yields", line: 91)),
      Sample.package(
        "low/a.xml", precedence: 0, claim(0, "line", line: 1), claim(1, "line", line: 2),
        claim(2, "file", line: 90), claim(1, "base")),
      Sample.package("low/b.xml", precedence: 0, claim(1, "file"), claim(2, "directory", line: 90)),
      Sample.package(
        "high/a.xml", precedence: 1, claim(0, "directory"), claim(1, "layer", line: 90)),
      Sample.package("user.xml", layer: .user, claim(2, "layer"), claim(0, "yields")))
    let owners = [
      ("line", 1), ("file", 1), ("directory", 0), ("layer", 2), ("base", 1), ("yields", 0),
    ]
    for (localName, owner) in owners {
      let element = try #require(image.rootElement(namespace: "urn:n", localName: localName))
      #expect(image.mimeName(of: image.type(of: element)) == names[owner], "\(localName)")
    }
  }
}
