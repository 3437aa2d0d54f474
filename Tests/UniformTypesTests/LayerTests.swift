import TestSupport
import Testing
import UniformTypes

@testable import UTITypeGraph

/// Property lists that are added to a frozen registry, compared with a merge of all declarations.
@Suite("Layers of property lists")
struct LayerTests {
  private static let base: RegistryImage = {
    do {
      return try BaseRegistry.image()
    } catch {
      fatalError("the base cannot be opened: \(error)")
    }
  }()
  private static let baseFiles = base.declarationFiles()

  @Test("Answer as if all declarations were merged", arguments: 0..<24)
  func sameAnswers(seed: Int) throws {
    var generator = LayerGenerator(seed: UInt64(seed), base: Self.base)
    let layer = generator.files()
    let merged = try RegistryBuilder(files: Self.baseFiles + layer).image()
    let added = try RegistryBuilder(files: layer).image(over: Self.base)
    try added.checkIntegrity()
    expectSameAnswers(added, merged, layer)
    // A further layer is added to the result.
    let next = generator.files(precedence: 2_000)
    let mergedNext = try RegistryBuilder(files: Self.baseFiles + layer + next).image()
    let addedNext = try RegistryBuilder(files: next).image(over: added)
    expectSameAnswers(addedNext, mergedNext, layer + next)
  }

  @Test("Are usually added without a merge")
  func acceptance() {
    let accepted = (0..<100).count { seed in
      var generator = LayerGenerator(seed: UInt64(seed), base: Self.base)
      let files = generator.files().sorted { $0.source < $1.source }
      return RegistryLayer(files, over: Self.base, limits: RegistryLimits(), sizeLimit: .max) != nil
    }
    // The others name a dynamic parent, replace a declaration or claim a MIME type.
    #expect((50..<95).contains(accepted))
  }

  @Test("Grow the tables of names and tags")
  func growth() throws {
    let types = (0..<6_000).map { number in
      TypeDeclaration(
        identifier: TypeIdentifier("org.example.many\(number)") ?? .data,
        position: SourcePosition(line: number + 1, column: 1), isExported: true,
        conformsTo: [Located(.data, at: .none)],
        tags: [
          Located(UTITypeGraph.Tag(tagClass: .filenameExtension, value: "many\(number)"), at: .none)
        ])
    }
    let layer = [DeclarationFile(source: LayerGenerator.source(0), types: types)]
    let merged = try RegistryBuilder(files: Self.baseFiles + layer).image()
    let added = try RegistryBuilder(files: layer).image(over: Self.base)
    try added.checkIntegrity()
    expectSameAnswers(added, merged, layer)
  }

  @Test("Give a type below the parent whose dynamic identifier has a tag of a new type")
  func dynamicParentBelow() throws {
    #expect(
      !Self.baseFiles.contains {
        $0.types.contains { $0.conformsTo.contains(where: \.value.isDynamic) }
      })
    let tag = UTITypeGraph.Tag(tagClass: .filenameExtension, value: "zap")
    let lower = try file(0, "org.example.child", [DynamicIdentifier(tags: [tag]).identifier])
    let upper = try file(2, "org.example.zap", [.data], tags: [tag])
    try expectSameLayers(lower, upper)
  }

  @Test("Report a parent that only a database below names")
  func undeclaredParentBelow() throws {
    var lower = DeclarationFile(
      source: DeclarationSource(
        path: "/layer/a.xml", format: .sharedMIMEInfo, layer: .system, directoryPrecedence: 0))
    let (name, parent) = (
      try #require(MIMEName("application/x-kind")), try #require(MIMEName("application/x-sup"))
    )
    var type = MIMETypeDeclaration(name: name, position: SourcePosition(line: 1, column: 1))
    type.superclasses = [Located(parent, at: SourcePosition(line: 2, column: 1))]
    lower.mimeTypes = [type]
    try expectSameLayers(lower, try file(2, "org.example.kind", [parent.derivedIdentifier]))
  }

  @Test(
    "Are preferred to lower ones for a tag, the exported types first", arguments: [true, false])
  func order(isExported: Bool) throws {
    let tag = UTITypeGraph.Tag(tagClass: .filenameExtension, value: "ordx")
    let lower = try file(0, "org.example.lower", [.data], tags: [tag])
    var upper = try file(2, "org.example.upper", [.data], tags: [tag])
    upper.types[0].isExported = isExported
    try expectSameLayers(lower, upper)
    let image = try RegistryBuilder(files: Self.baseFiles + [lower, upper]).image()
    let expected = isExported ? ["upper", "lower"] : ["lower", "upper"]
    #expect(
      image.types(with: tag, in: .merged).map { image.identifier(of: $0).rawValue }
        == expected.map { "org.example." + $0 })
  }

  private func file(
    _ number: Int, _ name: String, _ parents: [TypeIdentifier], tags: [UTITypeGraph.Tag] = []
  ) throws -> DeclarationFile {
    let position = SourcePosition(line: 1, column: 1)
    let type = TypeDeclaration(
      identifier: try #require(TypeIdentifier(name)), position: position, isExported: true,
      conformsTo: parents.map { Located($0, at: position) },
      tags: tags.map { Located($0, at: position) })
    return DeclarationFile(source: LayerGenerator.source(number), types: [type])
  }

  /// Compares two layers, one added after the other, with a merge of both.
  private func expectSameLayers(_ lower: DeclarationFile, _ upper: DeclarationFile) throws {
    let below = try RegistryBuilder(files: Self.baseFiles + [lower]).image()
    let added = try RegistryBuilder(files: [upper]).image(over: below)
    let merged = try RegistryBuilder(files: Self.baseFiles + [lower, upper]).image()
    try added.checkIntegrity()
    expectSameAnswers(added, merged, [lower, upper])
  }

  private func expectSameAnswers(
    _ image: RegistryImage, _ merged: RegistryImage, _ layer: [DeclarationFile]
  ) {
    #expect(image.typeCount == merged.typeCount)
    for (type, other) in zip(image.typeIndices, merged.typeIndices) {
      let (answer, expected) = (Answers(of: type, in: image), Answers(of: other, in: merged))
      guard answer != expected else { continue }
      #expect(answer == expected)
      return
    }
    let tags = Set(layer.flatMap { $0.types + [] }.flatMap(\.tags).map(\.value))
    let sampled = merged.typeIndices.lazy.filter { $0.offset.isMultiple(of: 7) }
      .flatMap { merged.tags(of: $0).map(\.tag) }
    for tag in tags.union(sampled) {
      for view in GraphView.allCases {
        #expect(
          image.types(with: tag, in: view).map(image.identifier)
            == merged.types(with: tag, in: view).map(merged.identifier), "\(tag) in \(view)")
      }
      guard tag.tagClass == .filenameExtension else { continue }
      for name in ["a.\(tag.value)", "b.tar.\(tag.value)", tag.value, "x\(tag.value)"] {
        for usesTags in [false, true] {
          #expect(
            answer(of: image, to: name, usesTags) == answer(of: merged, to: name, usesTags),
            "\(name)")
        }
      }
    }
    for byte in UInt8.min...UInt8.max {
      #expect(
        image.mayDeclareExtension(startingWith: byte)
          == merged.mayDeclareExtension(startingWith: byte))
    }
    #expect(image.diagnostics == merged.diagnostics)
    #expect(image.declarationFiles() == merged.declarationFiles())
    #expect(
      image.registeredDocumentTypes.map(\.declaration)
        == merged.registeredDocumentTypes.map(\.declaration))
  }

  private func answer(of image: RegistryImage, to name: String, _ usesTags: Bool) -> String {
    var name = name
    return name.withUTF8 { "\(image.answer(toName: $0, usesTags: usesTags))" }
  }
}

/// The answers of an image about one type, without the numbers of the image.
private struct Answers: Equatable {
  let identifier: TypeIdentifier
  let found: TypeIdentifier?
  let flags: UInt32
  let mimeName: String?
  let declarations: [TypeDeclaration]
  let sources: [String]
  let edges: [String]
  let tags: [TypeTag]
  let ancestors: [[TypeIdentifier]]

  init(of type: TypeIndex, in image: RegistryImage) {
    identifier = image.identifier(of: type)
    found = image.type(identifier: identifier).map(image.identifier)
    flags = image.flags(of: type).rawValue
    mimeName = image.mimeName(of: type)
    declarations = image.declarations(of: type).map(\.declaration)
    sources = image.declarations(of: type).map { "\($0.source.path) \($0.isActive)" }
    edges = image.edges(of: type).map {
      "\(image.identifier(of: $0.target)) \($0.kind) \($0.views) \(String(describing: $0.origin))"
    }
    tags = image.tags(of: type)
    ancestors = GraphView.allCases.map { view in
      image.ancestors(of: type, in: view).map(image.identifier)
    }
  }
}

/// Property lists with declarations of every shape, most of which a program could have.
private struct LayerGenerator {
  private var random: SeededGenerator
  private let base: RegistryImage
  /// The identifiers of the types below, MIME types included.
  private let known: [TypeIdentifier]
  private var own: [TypeIdentifier] = []

  init(seed: UInt64, base: RegistryImage) {
    random = SeededGenerator(seed: seed)
    self.base = base
    known = base.typeIndices.map(base.identifier)
  }

  static func source(_ number: Int, precedence: Int = 0) -> DeclarationSource {
    DeclarationSource(
      path: "/layer/\(precedence)/\(number).plist", format: .propertyList,
      layer: number % 2 == 0 ? .program : .user, directoryPrecedence: precedence + number,
      bundleIdentifier: number % 3 == 0 ? "org.example" : nil)
  }

  mutating func files(precedence: Int = 0) -> [DeclarationFile] {
    let count = Int.random(in: 1...3, using: &random)
    own = (0..<6).compactMap { TypeIdentifier("org.example.type\(precedence + $0)") }
    return (0..<count).map { number in
      // Every source of the second layer has precedence over every one of the first.
      var file = DeclarationFile(
        source: Self.source(precedence == 0 ? number : number * 2, precedence: precedence))
      for line in 1...Int.random(in: 1...5, using: &random) {
        file.types.append(type(line))
        if chance(3) { file.documentTypes.append(documentType(line)) }
      }
      return file
    }
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func type(_ line: Int) -> TypeDeclaration {
    let isKnown = chance(12)
    return TypeDeclaration(
      identifier: isKnown ? pick(known) : pick(own),
      position: SourcePosition(line: line, column: 3), isExported: !isKnown && !chance(3),
      conformsTo: (0..<Int.random(in: 0...3, using: &random)).map { column in
        Located(parent(), at: SourcePosition(line: line, column: column + 1))
      },
      tags: (0..<Int.random(in: 0...3, using: &random)).map { column in
        Located(tag(), at: SourcePosition(line: line, column: 10 + column))
      },
      description: chance(2) ? "Type \(line)" : nil, version: chance(3) ? "\(line).1" : nil,
      iconFiles: chance(4) ? ["icon"] : [])
  }

  private mutating func parent() -> TypeIdentifier {
    if chance(40) { return DynamicIdentifier(tags: [tag()]).identifier }
    if chance(15) { return TypeIdentifier("org.elsewhere.unknown\(chance(2))") ?? .data }
    return chance(3) ? pick(own) : pick(known)
  }

  private mutating func tag() -> UTITypeGraph.Tag {
    if chance(4) {
      let names = ["application/x-own", "text/x-own", "application/x-OWN-2", "image/x-own"]
      return UTITypeGraph.Tag(
        tagClass: .mimeType, value: chance(8) ? "application/json" : pick(names))
    }
    if chance(20) {
      return UTITypeGraph.Tag(tagClass: TagClass(rawValue: "com.apple.ostype"), value: "OWN1")
    }
    return UTITypeGraph.Tag(
      tagClass: .filenameExtension,
      value: pick([
        "own", "OWN2", "own.gz", "tar.own", "png", "txt", "gz", "öwn", "ownlongerthaneight",
        "x.own.verylongextension", "json",
      ]))
  }

  private mutating func documentType(_ line: Int) -> DocumentTypeDeclaration {
    var type = DocumentTypeDeclaration(position: SourcePosition(line: line, column: 1))
    type.name = "Document \(line)"
    type.contentTypes = [Located(pick(own), at: SourcePosition(line: line, column: 2))]
    type.otherValues = ["Key": "value"]
    return type
  }
}
