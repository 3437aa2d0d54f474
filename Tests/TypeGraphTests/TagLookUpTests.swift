import Testing
import UTITypeGraph

@Suite("Look-ups by tag")
struct TagLookUpTests {
  private func answers(
    _ image: RegistryImage, _ tagClass: TagClass, _ value: String, in view: GraphView = .merged
  ) -> [String] {
    image.names(image.types(with: Tag(tagClass: tagClass, value: value), in: view))
  }

  @Test("prefer the base, then exported declarations, then earlier ones")
  func order() throws {
    let image = try Sample.image(
      Sample.roots,
      Sample.plist(
        "base-2.plist",
        Sample.type("com.imported", ["public.data"], extensions: ["x"], exported: false),
        Sample.type("com.first", ["public.data"], extensions: ["x"]),
        Sample.type("com.second", ["public.data"], extensions: ["X"])),
      Sample.plist(
        "app.plist", layer: .program, Sample.type("com.app", ["public.data"], extensions: ["x"])),
      Sample.package("p/a.xml", Sample.mime("application/x-x", globs: [Sample.glob("*.x", 90)])))
    let expected = ["com.first", "com.second", "com.imported", "com.app", "mime.application.x-x"]
    #expect(answers(image, .filenameExtension, "x") == expected)
    #expect(answers(image, .filenameExtension, "x", in: .declared) == expected.dropLast())
    #expect(answers(image, .filenameExtension, "x", in: .freedesktop) == ["mime.application.x-x"])
    let archive = image.type(identifier: "public.archive")
    let tag = Tag(tagClass: .filenameExtension, value: "x")
    #expect(image.firstType(with: tag, conformingTo: archive, in: .merged) == nil)
  }

  @Test("fold the case of extensions and MIME names, in every script, but not of OSTypes")
  func folding() throws {
    var type = Sample.type("com.a", extensions: ["ÉTÉ", "Mov"], mimeTypes: ["Image/X-A"])
    type.tags.append(
      Located(Tag(tagClass: .osType, value: "PNGf"), at: SourcePosition(line: 1, column: 1)))
    let image = try Sample.image(Sample.plist("a.plist", type))
    #expect(answers(image, .filenameExtension, "été") == ["com.a"])
    #expect(answers(image, .filenameExtension, "ÉTÉ") == ["com.a"])
    #expect(answers(image, .filenameExtension, "MOV") == ["com.a"])
    #expect(answers(image, .mimeType, "image/x-a") == ["com.a"])
    #expect(answers(image, .osType, "PNGf") == ["com.a"])
    #expect(answers(image, .osType, "pngf") == [])
  }

  @Test("distinguish texts that look alike but differ in their bytes")
  func bytes() throws {
    let image = try Sample.image(
      Sample.plist(
        "a.plist", Sample.type("com.composed", extensions: ["caf\u{E9}"]),
        Sample.type("com.decomposed", extensions: ["cafe\u{301}"])))
    #expect(answers(image, .filenameExtension, "caf\u{E9}") == ["com.composed"])
    #expect(answers(image, .filenameExtension, "cafe\u{301}") == ["com.decomposed"])
    let type = try image.find("com.decomposed")
    let tag = image.preferredTag(of: type, tagClass: .filenameExtension, in: .merged)
    #expect(tag.map { Array($0.utf8) } == Array("cafe\u{301}".utf8))
  }

  @Test("prefer for a type the extension of greatest weight, and never a compound one")
  func preferredExtension() throws {
    let image = try Sample.image(
      Sample.package(
        "p/a.xml",
        Sample.mime(
          "text/javascript",
          globs: [Sample.glob("*.cjs", 40), Sample.glob("*.js"), Sample.glob("*.x.js", 90)])))
    let type = try image.find("mime.text.javascript")
    #expect(image.preferredTag(of: type, tagClass: .filenameExtension, in: .merged) == "js")
  }

  @Test(
    "A tag is written as an extension, with its class, or as a MIME type with parameters",
    arguments: [
      (".png", "public.filename-extension", "png"), ("ext=png", "public.filename-extension", "png"),
      ("com.example.class=a;b", "com.example.class", "a;b"),
      ("text/html; charset=utf-8", "public.mime-type", "text/html"),
      ("mime=text/html ;q=1", "public.mime-type", "text/html"),
      ("=a/b", "public.mime-type", "=a/b"), ("public.png", nil, nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func written(text: String, tagClass: String?, value: String?) {
    let tag = Tag(written: text)
    #expect(tag?.tagClass.rawValue == tagClass && tag?.value == value)
  }
}
