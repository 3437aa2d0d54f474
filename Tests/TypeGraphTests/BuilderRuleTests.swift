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
}
