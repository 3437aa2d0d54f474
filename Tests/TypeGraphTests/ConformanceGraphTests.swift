import TestSupport
import Testing
import UTITypeGraph

@Suite("The conformance graph")
struct ConformanceGraphTests {
  /// A small machine: Office documents, JSON and raw images as both sides describe them.
  static func machine() throws -> RegistryImage {
    try Sample.image(
      Sample.roots,
      Sample.plist(
        "office.plist",
        Sample.type(
          "org.openxmlformats.wordprocessingml.document", ["public.data", "public.content"],
          extensions: ["docx"],
          mimeTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"]),
        Sample.type("public.json", ["public.text"], mimeTypes: ["application/json"]),
        Sample.type("public.tiff", ["public.image"], mimeTypes: ["image/tiff"]),
        Sample.type("com.example.raw", ["public.image"], mimeTypes: ["image/x-raw"]),
        Sample.type("com.example.pkg", ["com.apple.package"], mimeTypes: ["application/x-pkg"])),
      Sample.package(
        "freedesktop.org.xml",
        Sample.mime("application/octet-stream"), Sample.mime("text/plain"),
        Sample.mime("application/zip"), Sample.mime("image/tiff"),
        Sample.mime("image/x-raw", parents: ["image/tiff"]),
        Sample.mime(
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          parents: ["application/zip"]),
        Sample.mime("application/json", parents: ["text/javascript"]),
        Sample.mime("text/javascript", parents: ["application/x-executable"]),
        Sample.mime("application/x-executable"),
        Sample.mime("image/svg+xml", parents: ["application/xml"], aliases: ["image/svg"]),
        Sample.mime("application/xml", parents: ["text/plain"]),
        Sample.mime("audio/x-list", parents: ["text/plain"]),
        Sample.mime("x-content/disc"), Sample.mime("inode/directory"),
        Sample.mime("application/x-pkg"), Sample.mime("video/x-film")))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let type: String
    let supertype: String
    let view: GraphView
    let expected: Bool
    var testDescription: String { "\(type) \(expected ? "is" : "is not") \(supertype), \(view)" }
  }

  private static let docx = "org.openxmlformats.wordprocessingml.document"

  static let rows = [
    Row(type: docx, supertype: "public.archive", view: .merged, expected: false),
    Row(type: docx, supertype: "public.zip-archive", view: .freedesktop, expected: true),
    Row(type: "public.json", supertype: "public.plain-text", view: .merged, expected: false),
    Row(type: "public.json", supertype: "public.plain-text", view: .freedesktop, expected: true),
    Row(
      type: "public.json", supertype: "mime.application.x-executable", view: .merged,
      expected: false),
    Row(type: "com.example.raw", supertype: "public.tiff", view: .merged, expected: false),
    Row(type: "com.example.raw", supertype: "public.tiff", view: .freedesktop, expected: true),
    Row(
      type: "mime.image.svg.plus.xml", supertype: "public.plain-text", view: .merged,
      expected: true),
    Row(type: "mime.image.svg.plus.xml", supertype: "public.image", view: .merged, expected: true),
    Row(
      type: "mime.image.svg.plus.xml", supertype: "public.image", view: .declared, expected: false),
    Row(type: "mime.image.svg", supertype: "mime.application.xml", view: .merged, expected: true),
    Row(type: "mime.video.x-film", supertype: "public.movie", view: .merged, expected: true),
    Row(type: "mime.video.x-film", supertype: "public.data", view: .merged, expected: true),
    Row(type: "mime.x-content.disc", supertype: "public.data", view: .merged, expected: false),
    Row(type: "mime.x-content.disc", supertype: "public.data", view: .freedesktop, expected: true),
    Row(type: "mime.inode.directory", supertype: "public.data", view: .merged, expected: false),
    Row(type: "mime.application.x-pkg", supertype: "public.data", view: .merged, expected: true),
    Row(
      type: "mime.application.x-pkg", supertype: "com.apple.package", view: .merged,
      expected: false),
  ]

  @Test("has the results of the table", arguments: rows)
  func table(_ row: Row) throws {
    #expect(try Self.machine().conforms(row.type, row.supertype, in: row.view) == row.expected)
  }

  @Test("keeps the container of a declared type apart from conformance")
  func containers() throws {
    let image = try Self.machine()
    let stored = image.edges(of: try image.find(Self.docx)).filter { $0.kind == .container }
    #expect(image.names(stored.map(\.target)) == ["public.zip-archive"])
    #expect(stored.first?.origin?.source.path == "freedesktop.org.xml")
    let json = image.edges(of: try image.find("public.json")).filter { $0.kind == .container }
    #expect(json.isEmpty)
  }

  @Test("makes one node of a declaration and the MIME type it names, under all names")
  func identity() throws {
    let image = try Self.machine()
    let node = try image.find("public.tiff")
    #expect(image.type(mimeName: "IMAGE/TIFF") == node)
    #expect(image.type(identifier: "mime.image.tiff") == node)
    #expect(image.type(mimeName: "image/svg") == image.type(identifier: "mime.image.svg.plus.xml"))
    #expect(image.type(identifier: "com.example.pkg") != image.type(mimeName: "application/x-pkg"))
  }

  @Test("gives a MIME type to the declaration that states its name, before one with an alias")
  func aliases() throws {
    let image = try Sample.image(
      Sample.roots,
      Sample.plist(
        "types.plist", Sample.type("com.example.old", ["public.text"], mimeTypes: ["text/x-old"]),
        Sample.type("com.example.new", ["public.text"], mimeTypes: ["text/new"])),
      Sample.package("freedesktop.org.xml", Sample.mime("text/new", aliases: ["text/x-old"])))
    #expect(image.type(mimeName: "text/new") == (try image.find("com.example.new")))
  }

  @Test("survives hostile declarations and reports each with its line")
  func hostile() throws {
    let unknown = DynamicIdentifier(tags: [Tag(tagClass: .filenameExtension, value: "nobody")])
    let known = DynamicIdentifier(tags: [Tag(tagClass: .filenameExtension, value: "TXT")])
    let image = try Sample.image(
      Sample.roots,
      Sample.plist(
        "hostile.plist", layer: .program, bundle: "org.hostile",
        Sample.type("public.text", ["public.plain-text"], line: 3),
        Sample.type("com.sun.java-class", ["com.sun.java-class", "public.data"], line: 9),
        Sample.type("org.a", ["org.b"], line: 20), Sample.type("org.b", ["org.c"], line: 21),
        Sample.type("org.c", ["org.a", "public.data"], line: 22),
        Sample.type("org.d", ["public.xnl", unknown.identifier.rawValue], line: 30),
        Sample.type("org.e", [known.identifier.rawValue], line: 31)))
    #expect(try image.conforms("public.plain-text", "public.text"))
    #expect(try !image.conforms("public.text", "public.plain-text"))
    let found = image.diagnostics.map { "\($0.rule):\($0.position.line)" }.sorted()
    #expect(
      found == [
        "conformance-cycle:22", "dynamic-parent:30", "self-conformance:9", "unknown-parent:30",
      ])
    #expect(try image.conforms("org.a", "public.data"))
    #expect(try !image.conforms("org.c", "org.a"))
    #expect(image.isDescribed(try image.find("public.xnl"), in: .merged) == false)
    // The dynamic identifier of an extension that a declared type has means that type.
    #expect(try image.conforms("org.e", "public.plain-text"))
  }

  @Test("names each parent once in a view, by the first statement")
  func parentsOnce() throws {
    let image = try Sample.image(
      Sample.roots,
      Sample.package(
        "p/a.xml", Sample.mime("application/octet-stream"), Sample.mime("text/plain"),
        Sample.mime("application/xml", aliases: ["text/xml"]),
        Sample.mime("text/x-a", parents: ["application/xml", "text/xml", "text/plain"])))
    let type = try image.find("mime.text.x-a")
    for view in GraphView.allCases {
      let parents = image.names(image.parents(of: type, in: view))
      #expect(Set(parents).count == parents.count, "\(view): \(parents)")
    }
    let text = try image.find("public.plain-text")
    #expect(image.edges(of: type).filter { $0.target == text }.map(\.kind) == [.explicit])
  }

  @Test("is the same in any order of the files")
  func determinism() throws {
    var generator = SeededGenerator(seed: 3)
    let files = [
      Sample.roots,
      Sample.plist("a.plist", layer: .system, Sample.type("org.a", ["org.b"], extensions: ["x"])),
      Sample.plist("b.plist", layer: .system, Sample.type("org.b", ["org.a"], extensions: ["x"])),
      Sample.plist(
        "c.plist", layer: .user, Sample.type("org.a", ["public.data"], mimeTypes: ["a/b"])),
      Sample.package("x.xml", Sample.mime("a/b", parents: ["c/d"], globs: [Sample.glob("*.x")])),
      Sample.package("y.xml", layer: .user, Sample.mime("c/d", parents: ["a/b"], aliases: ["e/f"])),
    ]
    let expected = try RegistryBuilder(files: files).imageBytes()
    for _ in 0..<200 {
      let bytes = try RegistryBuilder(files: files.shuffled(using: &generator)).imageBytes()
      try #require(bytes == expected)
    }
  }

  @Test("lists ancestors that are the closure of the edges, on random graphs")
  func closure() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let count = 30
      var file = Sample.plist("random.plist")
      for index in 0..<count {
        let parents = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          "org.t\(Int.random(in: 0..<count, using: &generator))"
        }
        file.types.append(Sample.type("org.t\(index)", parents, line: index + 1))
      }
      let image = try RegistryBuilder(files: [file]).image()
      for type in image.typeIndices {
        var all: Set<TypeIndex> = []
        var pending = image.parents(of: type, in: .merged)
        while let next = pending.popLast() {
          if all.insert(next).inserted { pending += image.parents(of: next, in: .merged) }
        }
        #expect(Set(image.ancestors(of: type, in: .merged)) == all)
        #expect(!all.contains(type))
      }
    }
  }

  @Test(
    "puts a MIME type below the declared type that has its name, or an alias, as a further tag",
    arguments: [("mime.c.d", 5), ("mime.e.f", 6)])
  func furtherTags(identifier: String, line: Int) throws {
    var type = Sample.type(
      "com.example.all", ["public.data"], extensions: ["c.d"], mimeTypes: ["a/b", "C/D", "g/h"])
    type.tags = type.tags.enumerated().map { index, tag in
      Located(tag.value, at: SourcePosition(line: index + 3, column: 1))
    }
    let image = try Sample.image(
      Sample.roots, Sample.plist("types.plist", type),
      Sample.package(
        "freedesktop.org.xml", Sample.mime("a/b"), Sample.mime("c/d"),
        Sample.mime("e/f", aliases: ["g/h"])))
    let edges = image.edges(of: try image.find(identifier)).filter { $0.kind == .tag }
    #expect(image.names(edges.map(\.target)) == ["com.example.all"])
    #expect(edges.first?.origin?.source.path == "types.plist")
    #expect(edges.first?.origin?.position.line == line)
  }
}
