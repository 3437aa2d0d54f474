import Testing

@testable import UTITypeGraph

@Suite("A layer over a small registry")
struct LayerRuleTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: DeclarationFile
    let isAdded: Bool

    init(_ words: String, isAdded: Bool, _ types: TypeDeclaration...) {
      testDescription = words
      file = layer(types)
      self.isAdded = isAdded
    }

    init(_ words: String, isAdded: Bool, _ file: DeclarationFile) {
      testDescription = words
      self.file = file
      self.isAdded = isAdded
    }
  }

  private static func layer(_ types: [TypeDeclaration]) -> DeclarationFile {
    DeclarationFile(
      source: DeclarationSource(path: "layer.plist", format: .propertyList, layer: .program),
      types: types)
  }

  private static let below = [
    Sample.roots,
    Sample.plist(
      "below.plist", layer: .system,
      Sample.type("org.below.child", ["org.missing", "public.data"], extensions: ["child"]),
      Sample.type("org.below.imported", ["public.data"], exported: false)),
    Sample.package(
      "p/a.xml", Sample.mime("text/plain"),
      Sample.mime("text/x-described", parents: ["text/plain"], globs: [Sample.glob("*.des")])),
  ]

  private static let parent = DynamicIdentifier(
    tags: [Tag(tagClass: .filenameExtension, value: "txt")]
  ).identifier.rawValue

  static let rows = [
    Row(
      "new types", isAdded: true,
      Sample.type(
        "org.layer.b", ["org.layer.a", "org.below.child"], extensions: ["child", "txt", "b"]),
      Sample.type("org.layer.a", ["public.text"], mimeTypes: ["text/x-layer"], line: 2),
      Sample.type("zz.last", ["public.image"], version: "2", description: "Last", line: 3)),
    Row(
      "so many types that the tables of names and tags grow", isAdded: true,
      layer(
        (1...300).map {
          Sample.type("org.layer.t\($0)", ["public.data"], extensions: ["e\($0)"], line: $0)
        })),
    Row(
      "a declaration of lower rank than the one below", isAdded: true,
      Sample.type("public.text", ["public.item"], extensions: ["t"], exported: false)),
    Row(
      "a parent that nothing declares", isAdded: true,
      Sample.type("org.layer.a", ["org.unknown", "public.data"])),
    Row(
      "a declaration of higher rank than the one below", isAdded: false,
      Sample.type("org.below.imported", ["public.text"])),
    Row(
      "a declaration of a type that is only named below", isAdded: false,
      Sample.type("org.missing", ["public.data"])),
    Row(
      "a parent that is only named below", isAdded: false,
      Sample.type("org.layer.a", ["org.missing"])),
    Row("a dynamic parent", isAdded: false, Sample.type("org.layer.a", [parent])),
    Row(
      "a MIME type that only a package describes", isAdded: false,
      Sample.type("org.layer.a", ["public.text"], mimeTypes: ["text/x-described"])),
    Row(
      "a type under the identifier that its MIME name has", isAdded: false,
      Sample.type("mime.text.x-described", ["public.text"])),
    Row(
      "a package", isAdded: false,
      Sample.package("p/b.xml", layer: .program, Sample.mime("text/x-new"))),
    Row(
      "a kind", isAdded: false,
      DeclarationFile(
        source: DeclarationSource(path: "k.plist", format: .propertyList, layer: .program),
        kinds: [KindDeclaration(identifier: Sample.identifier("public.image"), position: .none)])),
  ]

  @Test("is added if no answer below changes, and equals a merge", arguments: rows)
  func layers(_ row: Row) throws {
    let below = try RegistryBuilder(files: Self.below).image()
    let builder = RegistryBuilder(files: [row.file])
    #expect(try (builder.layerImage(over: below) != nil) == row.isAdded)
    let image = try builder.image(over: below)
    let merged = try RegistryBuilder(files: Self.below + [row.file]).image()
    try image.checkIntegrity()
    #expect(answers(of: image) == answers(of: merged))
    #expect(image.diagnostics == merged.diagnostics)
    let isEqual = image.declarationFiles() == merged.declarationFiles()
    #expect(isEqual)
  }

  /// The answers about each type, one a line, without the numbers of the image.
  private func answers(of image: RegistryImage) -> [String] {
    image.typeIndices.map { type in
      let name = image.identifier(of: type)
      let tags = image.tags(of: type).map { tag in
        let types = image.types(with: tag.tag, in: .merged).map(image.identifier)
        return "\(tag.tag.value) \(String(describing: tag.origin)) \(types)"
      }
      let edges = image.edges(of: type).map {
        "\(image.identifier(of: $0.target)) \($0.kind) \($0.views)"
      }
      let ancestors = GraphView.allCases.map { image.names(image.ancestors(of: type, in: $0)) }
      let isFound = image.type(identifier: name.rawValue) == type
      return "\(name) \(isFound) \(tags) \(edges) \(ancestors)"
    }
  }
}
