import Testing
import UniformTypes

/// Registries that are built in code.
///
/// This file imports one module, as a server does.
@Suite struct Declaring {
  private static let diagram = DeclaredType(
    "org.example.diagram", conformingTo: ["public.image"], description: "Diagram",
    filenameExtensions: ["diagramx"], mimeTypes: ["image/x-diagram"],
    signatures: [.init(Array("DIAG".utf8))])

  @Test func `A declared type is found by each of its names and by its bytes`() throws {
    let registry = try TypeRegistry.embedded.declaring([Self.diagram])
    let type = try #require(registry.type("org.example.diagram"))
    let image = try #require(registry.type("public.image"))
    #expect(type.conforms(to: image))
    #expect(registry.type(fileName: "a.diagramx") == type)
    #expect(registry.type(filenameExtension: "diagramx") == type)
    #expect(registry.type(mimeType: "image/x-diagram") == type)
    #expect(registry.mimeType(fileName: "a.diagramx") == "image/x-diagram")
    #expect(registry.identify(bytes: Array("DIAG".utf8) + [0, 1]).contentType == type)
    // Letters at the start of a text are a word of that text.
    #expect(registry.identify(bytes: Array("DIAG and more".utf8)).mimeType == "text/plain")
    #expect(TypeRegistry.embedded.type("org.example.diagram") == nil)
    #expect(registry.type(fileName: "a.png")?.identifier == "public.png")
  }

  @Test func `Each addition keeps those before it`() throws {
    let other = DeclaredType("org.example.other", filenameExtensions: ["otherx"])
    let registry = try TypeRegistry.embedded.declaring([Self.diagram]).declaring([other])
      .mapping(filenameExtensions: ["mapx": "text/x-map"])
    #expect(registry.type(fileName: "a.diagramx")?.identifier == "org.example.diagram")
    #expect(registry.type(fileName: "a.otherx")?.identifier == "org.example.other")
    #expect(registry.mimeType(fileName: "a.mapx") == "text/x-map")
  }

  @Test(arguments: ["ts": "video/mp2t", "bin": "application/x-firmware", "png": "image/jpeg"])
  func `A mapping overrides an extension of the package`(ending: String, mimeType: String) throws {
    let registry = try TypeRegistry.embedded.mapping(filenameExtensions: [ending: mimeType])
    #expect(registry.mimeType(fileName: "a." + ending) == mimeType)
    #expect(registry.mimeType(fileName: "A." + ending.uppercased()) == mimeType)
    #expect(TypeRegistry.embedded.mimeType(fileName: "a." + ending) != mimeType)
  }

  @Test func `What is not valid is named with a remedy`() {
    func failure(_ type: DeclaredType) -> String? {
      do {
        _ = try TypeRegistry.embedded.declaring([type])
        return nil
      } catch { return error.description }
    }
    #expect(failure(DeclaredType("not an identifier"))?.contains("letters, digits") == true)
    #expect(
      failure(DeclaredType("org.example.a", filenameExtensions: ["tar.gz"]))?.contains("periods")
        == true)
    #expect(
      failure(DeclaredType("org.example.a", mimeTypes: ["text"]))?.contains("media/subtype") == true
    )
    #expect(
      failure(DeclaredType("org.example.a", signatures: [.init([1])]))?.contains("MIME type")
        == true)
    #expect(
      failure(DeclaredType("org.example.a", mimeTypes: ["a/b"], signatures: [.init([])]))?.contains(
        "no bytes")
        == true)
    #expect(throws: DeclaredTypeError.self) {
      try TypeRegistry.embedded.mapping(filenameExtensions: ["": "text/plain"])
    }
  }

  @Test func `A verdict names its type in the registry that made it`() throws {
    let registry = try TypeRegistry.embedded.declaring([Self.diagram])
    let verdict = registry.identify(bytes: [UInt8](), name: "a.diagramx")
    #expect(verdict.contentType.preferredMIMEType == "image/x-diagram")
    #expect(verdict.contentType.conforms(to: try #require(registry.type("public.image"))))
    #expect(try registry.identify(path: "a.diagramx", by: .name).contentType == verdict.contentType)
  }

  @Test func `Bytes of each kind give one verdict`() throws {
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    let registry = TypeRegistry.embedded
    let verdict = registry.identify(bytes: png)
    #expect(verdict.contentType.identifier == "public.png")
    #expect(registry.identify(bytes: ([7] + png)[1...]) == verdict)
    #expect(registry.identify(bytes: ContiguousArray(png)) == verdict)
    #expect(registry.identify(bytes: AnyCollection(png)) == verdict)
    #expect(registry.identify(bytes: []).mimeType == registry.identify(bytes: [UInt8]()).mimeType)
    let same = png.withUnsafeBufferPointer { registry.identify(bytes: $0) }
    #expect(same == verdict)
  }

  @Test func `A registry can be the current one of a task alone`() async throws {
    let registry = try TypeRegistry.embedded.declaring([Self.diagram])
    func isKnown() -> Bool { UTType("org.example.diagram") != nil }
    #expect(!isKnown())
    TypeRegistry.withCurrent(registry) { #expect(isKnown()) }
    await TypeRegistry.withCurrent(registry) {
      await Task.yield()
      #expect(isKnown())
      #expect(UTType.png.identifier == "public.png")
      async let child = isKnown()
      #expect(await child)
      #expect(await Task.detached { UTType("org.example.diagram") == nil }.value)
    }
    #expect(!isKnown())
  }

  @Test func `Functions for servers give one MIME type for a name`() throws {
    let registry = TypeRegistry.embedded
    var count = 0
    for type in registry.types {
      for ending in type.tags[.filenameExtension] ?? [] {
        let name = "a." + ending
        guard let named = registry.type(fileName: name) else { continue }
        let answer = registry.mimeType(fileName: name)
        let verdict = try registry.identify(path: name, by: .name)
        #expect(answer ?? "application/octet-stream" == verdict.mimeType, "\(name)")
        #expect(answer == named.canonicalMIMEType, "\(name)")
        count += 1
      }
    }
    #expect(count > 1_000)
  }
}

@Suite struct ContentTypeHeaders {
  @Test(arguments: [
    "text/html": "text/html", "Text/HTML; charset=utf-8": "text/html", " image/png ": "image/png",
    "text/plain;": "text/plain", "text/plain ; a=b ; ": "text/plain",
    "image/svg+xml;x=\"a;b,\\\"c\"": "image/svg+xml",
  ])
  func `A header gives its type`(field: String, mimeType: String) {
    #expect(ContentTypeHeader(field)?.mimeType == mimeType)
  }

  @Test(arguments: [
    "", "text", "text/", "/html", "text/html; charset", "text/html; charset=", "text/html; a=\"b",
    "text html",
    "text/html, text/plain", "text/html;; =b", "text/html \u{0}", "téxt/html",
  ])
  func `A header that is not valid gives none`(field: String) {
    #expect(ContentTypeHeader(field) == nil)
  }

  @Test func `Parameters have names without case and values with quotes resolved`() {
    let header = ContentTypeHeader(
      "multipart/form-data; Boundary=\"a \\\"b\\\", c\"; charset=UTF-8; CHARSET=x")
    #expect(header?.parameters == ["boundary": "a \"b\", c", "charset": "UTF-8"])
    #expect(ContentTypeHeader("text/html; charset=utf-8")?.type?.identifier == "public.html")
    #expect(
      TypeRegistry.embedded.type(contentType: ContentTypeHeader("application/gzip")!)?.isDynamic
        == false)
  }

  @Test func `A list gives its types in order`() {
    let types = ContentTypeHeader.list(
      "text/html;q=\"a,b\", , image/png;charset=x,application/json"
    ).map(\.mimeType)
    #expect(types == ["text/html", "image/png", "application/json"])
    #expect(ContentTypeHeader.list("text/html, text") == [])
    #expect(ContentTypeHeader.list("") == [])
  }
}
