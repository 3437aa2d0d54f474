import Testing

@testable import UTITypeGraph

/// Rules of the builder that decide among few statements.
@Suite struct BuilderRules {
  private static func ranking(_ files: DeclarationFile...) -> (
    DeclarationRanking, (Int, Int) -> DeclarationReference
  ) {
    (DeclarationRanking(files: files), { DeclarationReference(file: $0, index: $1) })
  }

  @Test func `Of two equal declarations of one file the first has precedence`() {
    let type = Sample.type("org.example.a")
    let (ranking, reference) = Self.ranking(Sample.plist("a", type, type))
    #expect(ranking.precedes(reference(0, 0), reference(0, 1)))
    #expect(!ranking.precedes(reference(0, 1), reference(0, 0)))
  }

  @Test func `A newer version has precedence over a later file, and the later file over the rest`()
  {
    let new = Sample.type("org.example.a", version: "2")
    let old = Sample.type("org.example.a", version: "1.9")
    let (ranking, reference) = Self.ranking(
      Sample.plist("a", layer: .system, new, old), Sample.plist("b", layer: .user, old, new))
    #expect(ranking.precedes(reference(0, 0), reference(1, 0)))
    #expect(!ranking.precedes(reference(1, 0), reference(0, 0)))
    #expect(ranking.precedes(reference(1, 1), reference(0, 0)))
    #expect(!ranking.precedes(reference(0, 0), reference(1, 1)))
  }

  @Test(
    arguments: [
      ("1", "1.0", 0), ("2", "10", -1), ("1.10", "1.9", 1), (nil, "0", 0), (nil, "1", -1),
      ("1.x", "1.0", 0), ("1.0.1", "1", 1),
    ] as [(String?, String?, Int)])
  func `Versions compare by their numbers`(left: String?, right: String?, order: Int) {
    #expect(DeclarationRanking.compareVersions(left, right) == order)
    #expect(DeclarationRanking.compareVersions(right, left) == -order)
  }

  @Test func `What conforms to a text is textual, at any distance`() throws {
    var files = [
      Sample.package(
        "a.xml", Sample.mime("text/plain"), Sample.mime("text/x-own", parents: ["text/plain"]),
        Sample.mime("application/x-near", parents: ["text/plain"]),
        Sample.mime("application/x-far", parents: ["application/x-near", "text/x-own"]),
        Sample.mime("application/x-other", parents: ["application/x-none"]))
    ]
    let catalog = MIMECatalog(taking: &files)
    let textual = TextualTypes(catalog: catalog)
    let names = ["text/plain", "text/x-own", "application/x-near", "application/x-far"]
    for name in names + ["application/x-other"] {
      let index = try #require(MIMEName(name).flatMap(catalog.index))
      #expect(textual.contains(index) == names.contains(name), "\(name)")
    }
  }

  @Test func `A pattern with a special character after its period is not looked up by plain bytes`()
    throws
  {
    let image = try Sample.image(
      Sample.package(
        "a.xml", Sample.mime("a/a", globs: [Sample.glob("*.a?c*")]),
        Sample.mime("a/b", globs: [Sample.glob("*.x[yz]w*")])))
    #expect(image.globMatches("n.abcd").map(\.pattern) == ["*.a?c*"])
    #expect(image.globMatches("n.xzwv").map(\.pattern) == ["*.x[yz]w*"])
    #expect(image.globMatches("n.abd").isEmpty)
  }

  @Test(arguments: [3, 20])
  func `A repeated statement about a supertype counts once, whatever their number`(
    count: Int
  ) throws {
    let parents = (0..<count).map { "text/x-\($0)" }
    let types = parents.map { Sample.mime($0) }
    let child = Sample.mime("text/x-child", parents: parents + parents)
    let file = DeclarationFile(
      source: DeclarationSource(path: "a.xml", format: .sharedMIMEInfo, layer: .system),
      mimeTypes: (types + [child]).compactMap(\.self))
    let image = try RegistryBuilder(files: [Sample.roots, file]).image()
    let name = try #require(MIMEName("text/x-child"))
    let type = try #require(image.type(mimeName: name.canonical))
    let targets = image.edges(of: type).filter { $0.kind == .explicit }.map(\.target)
    #expect(targets.count == count)
    #expect(Set(targets).count == count)
  }

  private static func entries(_ matches: [MagicMatch]) -> [MagicProgramBuilder.Entry] {
    var record = 0
    return matches.enumerated().map { rule, match in
      defer { record += 100 }
      return MagicProgramBuilder.Entry(
        match: match, record: record, rule: rule, topMatch: record, byteCount: match.value.count)
    }
  }

  private static func match(
    _ value: [UInt8], at offsets: ClosedRange<Int>, _ children: [MagicMatch] = []
  ) -> MagicMatch {
    MagicMatch(type: .string, offsets: offsets, value: value, children: children, position: .none)
  }

  @Test func `Matches of one place come first, by that place, and then the others`() {
    let values: [ClosedRange<Int>] = [9...9, 0...0, 3...600, 300...300, 2...2, 1...200, 0...20]
    let program = MagicProgramBuilder(
      Self.entries(values.map { Self.match([1, 2, 3, 4], at: $0) }))
    #expect(program.stages.map(\.placedCount) == [4])
    #expect(program.groups.prefix(4).map(\.offsets) == [0...0, 2...2, 9...9, 300...300])
    let others = program.groups.dropFirst(4).map(\.offsets)
    #expect(others.count == program.stages[0].rangedCount && others.allSatisfy { $0.count > 1 })
    #expect(others.map(\.lowerBound) == others.map(\.lowerBound).sorted())
  }

  @Test(arguments: [(2, 5, 0), (3, 0, 0), (3, 1, 1), (3, 5, 5), (4, 8, 8), (3, 12, 8)])
  func `Matches that three rules share have stages, up to a depth`(
    ruleCount: Int, depth: Int, stageCount: Int
  ) {
    let matches = (0..<ruleCount).map { rule in
      (0..<depth).reversed().reduce(Self.match([UInt8(rule)], at: depth...depth)) { inner, level in
        Self.match([0xAA], at: level...level, [inner])
      }
    }
    #expect(MagicProgramBuilder(Self.entries(matches)).stages.count == stageCount + 1)
  }

  @Test func `A posting says whether matches are nested, and the stage that has them`() {
    let leaf = Self.match([1], at: 0...0)
    let parent = Self.match([1], at: 0...0, [leaf])
    #expect(MagicProgramBuilder.Posting(0, of: leaf).nested == 0)
    #expect(MagicProgramBuilder.Posting(0, of: parent).nested == MagicPostingField.nestsByRule)
    #expect(MagicProgramBuilder.Posting(0, of: parent, stage: 3).nested == 4)
  }

  @Test func `Preferred extensions are the heaviest, and the ones in the base precede others`() {
    func entry(_ weight: Int, isBase: Bool) -> GlobTable.Entry {
      GlobTable.Entry(
        MergedMIMEType.Entry(value: Sample.glob("*.x", weight), file: 0), mimeType: 0,
        isBase: isBase)
    }
    let weights = [0, 1, 50, 99, 100]
    let entries =
      weights.map { entry($0, isBase: false) } + weights.map { entry($0, isBase: true) }
      + [entry(50, isBase: false)]
    #expect(Array(GlobTable.heaviestFirst(entries)) == [9, 8, 7, 6, 5, 4, 3, 2, 10, 1, 0])
  }
}
