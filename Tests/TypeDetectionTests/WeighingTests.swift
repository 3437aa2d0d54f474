import Testing
import UTITypeDetection
import UTITypeGraph

/// The weight of a name and bytes together (`Documentation/Detection.md`), over a registry of this
/// file.
struct WeighingTests {
  private static func magic(_ text: String, priority: Int = 50) -> [MagicRule] {
    [Fixture.rule([Fixture.match(Array(text.utf8))], priority: priority)]
  }

  private static func kind(
    _ name: String, of parent: String, _ change: (inout MIMETypeDeclaration) -> Void = { _ in }
  ) -> MIMETypeDeclaration {
    Fixture.type(name) {
      $0.superclasses = MIMEName(parent).map { [Located($0, at: .none)] } ?? []
      change(&$0)
    }
  }

  private static let system = [
    Fixture.type("text/plain") { $0.globs = [Fixture.glob("*.txt")] },
    Fixture.type("application/x-both") { $0.magic = magic("BOTH") },
    Fixture.type("application/x-record") { $0.magic = magic("SIMPLE  =") },
    Fixture.type("text/x-comment") { $0.magic = magic("//", priority: 10) },
    Fixture.type("text/x-loud") { $0.magic = magic("ab", priority: 100) },
    Fixture.type("text/x-keyword") { $0.magic = magic("import") },
    Fixture.type("text/x-header") { $0.magic = magic("%HEADER 1.0%\n") },
    Fixture.type("text/x-one") { $0.globs = [Fixture.glob("*.shared")] },
    Fixture.type("image/x-picture") {
      $0.magic = magic("\u{1}\u{2}PICTURE")
      $0.globs = [Fixture.glob("*.picture"), Fixture.glob("*.mixed")]
    },
    Fixture.type("application/x-unsigned") {
      $0.globs = [Fixture.glob("*.unsigned"), Fixture.glob("*.mixed")]
    },
    Fixture.type("audio/x-sound") {
      $0.magic = magic("\u{1}\u{2}")
      $0.globs = [Fixture.glob("*.sound")]
    },
    Fixture.type("text/x-python") { $0.globs = [Fixture.glob("*.py")] },
    Fixture.type("text/x-manual") {
      $0.magic = magic(".TH ")
      $0.globs = [Fixture.glob("*.[1-9]")]
    },
  ]

  private static let base = [
    Fixture.type("application/x-base-both") { $0.magic = magic("BOTH") },
    Fixture.type("application/x-record") { $0.magic = magic("SIMPLE  = T") },
    Fixture.type("application/x-base-more") { $0.magic = magic("BOTH:MORE") },
    Fixture.type("text/x-two") { $0.globs = [Fixture.glob("*.shared")] },
    Fixture.type("text/x-language") { $0.globs = [Fixture.glob("*.language")] },
    Fixture.type("text/x-mixed") { $0.globs = [Fixture.glob("*.mixed")] },
    kind("image/x-picture-kind", of: "image/x-picture") {
      $0.globs = [Fixture.glob("*.kind")]
    },
  ]

  private static func detector() throws -> TypeDetector {
    TypeDetector(image: try Fixture.image(system, base: base))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let name: String?
    let text: String
    let expected: String

    init(_ words: String, _ name: String?, _ text: String, _ expected: String) {
      testDescription = words
      self.name = name
      self.text = text
      self.expected = expected
    }
  }

  @Test(
    "One rule weighs the bytes and the name",
    arguments: [
      Row(
        "a pattern that fixes no letter needs bytes", "app.log.1", "started\n", "text/plain"),
      Row("and bytes bear it out", "ls.1", ".TH ls 1\n", "text/x-manual"),
      // The bits that a signature fixes count, regardless of its source.
      Row("between equals the system's signature", nil, "BOTH\0", "application/x-both"),
      Row("the longer one of the base", nil, "BOTH:MORE\0", "application/x-base-more"),
      Row(
        "what the base states more narrowly is nothing in a text", nil, "SIMPLE  =  F\n",
        "text/plain"),
      Row("and counts among bytes", nil, "SIMPLE  =\0\u{1}", "application/x-record"),
      Row("the narrow statement counts", nil, "SIMPLE  = T\0", "application/x-record"),
      // Any signature that matches confirms the name.
      Row(
        "a weaker signature confirms the name", "a.sound", "\u{1}\u{2}PICTURE\0",
        "image/x-picture"),
      Row("and is enough alone", "a.sound", "\u{1}\u{2}\0\u{3}", "audio/x-sound"),
      Row("a signature of kin", "a.kind", "\u{1}\u{2}PICTURE\0", "image/x-picture-kind"),
      // A weak signature of text.
      Row("never displaces the name of a text", "a.language", "// a\n", "text/x-language"),
      Row("whatever its priority", "a.language", "ab c\n", "text/x-language"),
      Row("nor the name of the system", "a.py", "import os\n", "text/x-python"),
      Row("nor what everybody calls a text", "a.txt", "// a\n", "text/plain"),
      Row("and without a name is no answer", nil, "// a\n", "text/plain"),
      Row("nor under one that nobody knows", "a.nobody", "// a\n", "text/plain"),
      Row("a word that goes on is another word", nil, "important\n", "text/plain"),
      Row("a strong signature is one", nil, "%HEADER 1.0%\na\n", "text/x-header"),
      Row("under unknown names too", "a.nobody", "%HEADER 1.0%\na\n", "text/x-header"),
      // All claimants of a name stay, and the bytes choose among them.
      Row("the one with the signature", "a.mixed", "\u{1}\u{2}PICTURE\0", "image/x-picture"),
      Row("the one that has none", "a.mixed", "\u{3}\u{4}\0\u{5}", "application/x-unsigned"),
      Row("the text", "a.mixed", "words\n", "text/x-mixed"),
      // Names over bytes that they do not fit.
      Row("the name of data with a signature over text", "a.picture", "words\n", "text/plain"),
      Row("that of data without one", "a.unsigned", "words\n", "text/plain"),
      Row(
        "the name of a text over data", "a.language", "\0\u{1}\u{2}\u{3}",
        "application/octet-stream"),
      Row(
        "the name of a text over a signature", "a.language", "\u{1}\u{2}PICTURE\0",
        "image/x-picture"),
    ])
  func answers(_ row: Row) throws {
    let verdict = try Self.detector().verdict(forBytes: Array(row.text.utf8), name: row.name)
    #expect(verdict.mimeType == row.expected, "\(verdict.candidates)")
  }

  @Test("The type of a weak signature of text stays an alternative")
  func weakAlternative() throws {
    let verdict = try Self.detector().verdict(forBytes: Array("// a\n".utf8), name: "a.nobody")
    #expect(verdict.mimeType == "text/plain")
    #expect(verdict.alternatives.map(\.mimeType).contains("text/x-comment"))
  }

  @Test("All claimants of a name are candidates, in the order of their totals")
  func candidates() throws {
    let verdict = try Self.detector().verdict(forBytes: Array("words\n".utf8), name: "a.mixed")
    let candidates = verdict.candidates
    #expect(candidates.first?.mimeType == verdict.mimeType)
    #expect(
      Set(candidates.compactMap(\.mimeType)) == [
        "text/x-mixed", "application/x-unsigned", "image/x-picture", "text/plain",
      ])
    #expect(candidates.map(\.total) == candidates.map(\.total).sorted(by: >))
    for candidate in candidates {
      #expect(
        candidate.total == candidate.name + candidate.content - candidate.contradiction)
      #expect((candidate.contradiction > 0) == !candidate.contradictions.isEmpty)
    }
  }

  @Test(
    "The weights of candidates can be computed by hand",
    arguments: [
      // A glob of weight 50 and four bytes, or five, of a text or of data.
      ("a.py", "import os\n", "text/x-python", 30, 18, 0),
      ("a.picture", "\u{1}\u{2}PICTURE\0", "image/x-picture", 30, 82, 0),
      ("a.picture", "words\n", "image/x-picture", 30, 0, 40),
      ("a.picture", "\u{3}\0", "image/x-picture", 30, 10, 20),
      ("a.language", "\0\u{1}", "text/x-language", 30, 0, 100),
      ("a.language", "a\u{1}b", "text/x-language", 30, 0, 10),
    ] as [(String, String, String, Int, Int, Int)])
  func totals(
    _ name: String, _ text: String, _ type: String, _ named: Int, _ content: Int, _ against: Int
  ) throws {
    let verdict = try Self.detector().verdict(forBytes: Array(text.utf8), name: name)
    let candidate = try #require(verdict.candidates.first { $0.mimeType == type })
    #expect(candidate.name == named)
    #expect(candidate.content == content)
    #expect(candidate.contradiction == against)
  }

  @Test("A name alone is not weighed against other evidence")
  func nothingWeighed() throws {
    let verdict = try Self.detector().verdict(forName: "a.directory/")
    #expect(verdict.candidates.isEmpty)
  }

  @Test("A text with two indistinguishable claimants has their common supertype")
  func sharedName() throws {
    let verdict = try Self.detector().verdict(forBytes: Array("words\n".utf8), name: "a.shared")
    #expect(verdict.mimeType == "text/plain")
    #expect(verdict.confidence == .guess)
    #expect(
      Set(verdict.alternatives.compactMap(\.mimeType)).isSuperset(of: ["text/x-one", "text/x-two"]))
  }

  @Test("Source code with two claimants is source code")
  func sharedSource() throws {
    let position = SourcePosition(line: 1, column: 1)
    func type(_ name: String, _ parent: String, _ tag: String? = nil) throws -> TypeDeclaration {
      TypeDeclaration(
        identifier: try #require(TypeIdentifier(name)), position: position, isExported: true,
        conformsTo: [Located(try #require(TypeIdentifier(parent)), at: position)],
        tags: tag.map { [Located(Tag(tagClass: .filenameExtension, value: $0), at: position)] }
          ?? []
      )
    }
    let detector = TypeDetector(
      image: try Fixture.image(
        [],
        declared: [
          type("public.data", "public.item"), type("public.text", "public.data"),
          type("public.plain-text", "public.text"),
          type("public.source-code", "public.plain-text"),
          type("org.example.first", "public.source-code", "both"),
          type("org.example.second", "public.source-code", "both"),
        ], layer: .base))
    let verdict = detector.verdict(forBytes: Array("words\n".utf8), name: "a.both")
    #expect(verdict.type == .sourceCode, "\(verdict.candidates)")
    #expect(verdict.confidence == .guess)
  }

  @Test(
    "A disagreement names the winner and the margin",
    arguments: [
      ("a.language", "\u{1}\u{2}PICTURE\0", Verdict.Disagreement.Winner.content),
      ("a.picture", "%HEADER 1.0%\na\n", .content),
      ("a.unsigned", "\u{1}\u{2}\0\u{3}", .name),
    ])
  func margin(_ name: String, _ text: String, _ winner: Verdict.Disagreement.Winner) throws {
    let verdict = try Self.detector().verdict(forBytes: Array(text.utf8), name: name)
    let disagreement = try #require(verdict.disagreement)
    #expect(disagreement.winner == winner)
    let named = try #require(verdict.candidates.first { $0.type == disagreement.typeOfName })
    let best = try #require(verdict.candidates.first)
    let other = try #require(
      winner == .content
        ? named : verdict.candidates.first { $0.type == disagreement.typeOfContent })
    #expect(disagreement.margin == best.total - other.total)
    #expect(disagreement.margin > 0)
    #expect(!disagreement.reason.isEmpty)
  }
}
