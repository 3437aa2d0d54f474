import Testing
import UTITypeGraph

@Suite("The active declaration")
struct ActiveDeclarationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    let files: [DeclarationFile]
    let winner: String
    var testDescription: String { rule }
  }

  private static func file(
    _ path: String, _ layer: DeclarationSource.Layer, bundle: String? = nil, exported: Bool,
    version: String? = nil, type: String = "net.example.format"
  ) -> DeclarationFile {
    Sample.plist(
      path, layer: layer, bundle: bundle,
      Sample.type(type, ["public.data"], exported: exported, version: version, description: path))
  }

  static let rows = [
    Row(
      rule: "exported by another bundle beats imported by the base",
      files: [
        file("base", .base, exported: false),
        file("app", .system, bundle: "org.other.app", exported: true),
      ], winner: "app"),
    Row(
      rule: "exported by the base beats exported by the owner",
      files: [
        file("base", .base, exported: true),
        file("app", .program, bundle: "net.example.app", exported: true),
      ], winner: "base"),
    Row(
      rule: "exported by the owner beats exported by others, whatever the layer",
      files: [
        file("owner", .system, bundle: "net.example.editor", exported: true),
        file("other", .program, bundle: "org.other.app", exported: true),
      ], winner: "owner"),
    Row(
      rule: "imported by the base beats imported by others",
      files: [
        file("base", .base, exported: false), file("app", .program, exported: false),
      ], winner: "base"),
    Row(
      rule: "a newer version wins a tie",
      files: [
        file("new", .system, exported: true, version: "10"),
        file("old", .program, exported: true, version: "9"),
      ], winner: "new"),
    Row(
      rule: "without versions the higher layer wins",
      files: [
        file("system", .system, exported: true), file("user", .user, exported: true),
      ], winner: "user"),
    Row(
      rule: "the base alone says what a public type is",
      files: [
        file("base", .base, exported: false, type: "public.format"),
        file("app", .program, exported: true, type: "public.format"),
      ], winner: "base"),
  ]

  @Test("is chosen by the rule", arguments: rows)
  func winner(_ row: Row) throws {
    let identifier = row.files[0].types[0].identifier.rawValue
    for files in [row.files, row.files.reversed()] {
      let image = try RegistryBuilder(files: [Sample.roots] + files).image()
      let declarations = image.declarations(of: try image.find(identifier))
      #expect(declarations.map(\.isActive) == [true, false])
      #expect(declarations.first?.source.path == row.winner)
      #expect(image.description(of: try image.find(identifier), languages: []) == row.winner)
    }
  }

  @Test("alone defines tags and conformance")
  func aloneDefines() throws {
    let image = try Sample.image(
      Sample.roots,
      Sample.plist(
        "a.plist", layer: .system, bundle: "net.example.a",
        Sample.type("net.example.format", ["public.data"], extensions: ["aaa"])),
      Sample.plist(
        "b.plist", layer: .program, bundle: "org.other.b",
        Sample.type("net.example.format", ["public.archive"], extensions: ["bbb"])))
    #expect(try !image.conforms("net.example.format", "public.archive"))
    let tag = Tag(tagClass: .filenameExtension, value: "bbb")
    #expect(image.types(with: tag, in: .merged).isEmpty)
  }
}
