import TestSupport
import Testing
import UTITypeDetection
import UTITypeGraph

/// Which of several witnesses speaks for a name, and for which kind of item.
struct NameTests {
  private static func declaration(
    _ identifier: String, extensions: [String], conformsTo: [String], exported: Bool = true
  ) -> TypeDeclaration {
    let position = SourcePosition(line: 1, column: 1)
    guard let identifier = TypeIdentifier(identifier) else { preconditionFailure(identifier) }
    return TypeDeclaration(
      identifier: identifier, position: position, isExported: exported,
      conformsTo: conformsTo.compactMap { TypeIdentifier($0) }.map { Located($0, at: position) },
      tags: extensions.map { Located(Tag(tagClass: .filenameExtension, value: $0), at: position) })
  }

  private static func image(layer: DeclarationSource.Layer) throws -> RegistryImage {
    try Fixture.image(
      [
        Fixture.type("application/x-system") { $0.globs = [Fixture.glob("*.doc")] },
        Fixture.type("text/x-makefile") { $0.globs = [Fixture.glob("Makefile")] },
      ],
      declared: [
        declaration("public.data", extensions: [], conformsTo: []),
        declaration("public.directory", extensions: [], conformsTo: []),
        declaration("com.apple.package", extensions: [], conformsTo: ["public.directory"]),
        declaration("org.example.doc", extensions: ["doc", "own"], conformsTo: ["public.data"]),
        declaration(
          "org.example.bundle", extensions: ["bundle"], conformsTo: ["com.apple.package"]),
      ], layer: layer)
  }

  @Test("Declarations precede the globs of a database, in the base too")
  func precedence() throws {
    let program = TypeDetector(image: try Self.image(layer: .program))
    #expect(program.verdict(forName: "a.doc").type.rawValue == "org.example.doc")
    let base = TypeDetector(image: try Self.image(layer: .base))
    #expect(base.verdict(forName: "a.doc").type.rawValue == "org.example.doc")
    #expect(base.verdict(forName: "a.own").type.rawValue == "org.example.doc")
    #expect(base.verdict(forName: "a.doc", view: .declared).type.rawValue == "org.example.doc")
    #expect(
      program.verdict(forName: "a.doc", view: .freedesktop).mimeType == "application/x-system")
    #expect(program.verdict(forName: "a.own", view: .freedesktop).type.isDynamic)
  }

  @Test("The last component of a path counts, and a slash at its end means a directory")
  func paths() throws {
    let detector = TypeDetector(image: try Self.image(layer: .program))
    #expect(detector.verdict(forName: "/a.doc/Makefile").mimeType == "text/x-makefile")
    #expect(detector.verdict(forName: "/x/a.doc/").type == .folder)
    #expect(detector.verdict(forName: "/x/a.bundle/").type.rawValue == "org.example.bundle")
    #expect(
      detector.verdict(forName: "a.bundle", isDirectory: true).type.rawValue == "org.example.bundle"
    )
    #expect(detector.verdict(forName: "a.bundle").type.rawValue == "org.example.bundle")
  }

  @Test("An undeclared extension gives a dynamic type, a name without one gives data")
  func unknown() throws {
    let detector = TypeDetector(image: try Self.image(layer: .program))
    let dynamic = detector.verdict(forName: "a.QqQ")
    #expect(
      DynamicIdentifier(dynamic.type)?.tags == [Tag(tagClass: .filenameExtension, value: "qqq")])
    #expect(dynamic.mimeType == "application/octet-stream")
    for name in ["a", ".hidden", "a.", "", "/"] {
      #expect(!detector.verdict(forName: name).type.isDynamic)
    }
  }

  @Test("A package is found from the directory's name, a file of that name is none")
  func packages() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.bundle/content", [1])
    let file = try directory.write("b.bundle", [1, 2, 3])
    let detector = TypeDetector(image: try Self.image(layer: .program))
    #expect(
      try detector.verdict(forPath: directory.path + "/a.bundle").type.rawValue
        == "org.example.bundle")
    #expect(try detector.verdict(forPath: file).type.isDynamic)
  }

  @Test("An empty registry has a result for every name")
  func emptyRegistry() throws {
    let detector = TypeDetector(image: try RegistryBuilder().image())
    #expect(detector.verdict(forName: "a.png").type.isDynamic)
    #expect(detector.verdict(forName: "a/").mimeType == "inode/directory")
    #expect(detector.verdict(forBytes: Array("text".utf8)).mimeType == "text/plain")
  }
}
