import Testing
import UTITypeGraph

@Suite("Kinds")
struct KindTests {
  private static let place = SourcePosition(line: 7, column: 3)

  private static func kind(
    _ identifier: String, mimeTypes: [String] = [], icons: [String] = [],
    exceptions: [String] = []
  ) -> KindDeclaration {
    func names(_ texts: [String]) -> [Located<MIMEName>] {
      texts.compactMap(MIMEName.init).map { Located($0, at: place) }
    }
    return KindDeclaration(
      identifier: Sample.identifier(identifier), position: place, reason: "A test says so.",
      mimeTypes: names(mimeTypes), genericIcons: icons.map { Located($0, at: place) },
      exceptions: names(exceptions))
  }

  private static func table(_ kinds: KindDeclaration...) -> DeclarationFile {
    DeclarationFile(
      source: DeclarationSource(path: "kinds.plist", format: .propertyList, layer: .base),
      kinds: kinds)
  }

  private static func icon(_ name: String) -> (inout MIMETypeDeclaration) -> Void {
    { $0.genericIcon = name }
  }

  /// Two kinds by icon, one of which has an exception, and one by names.
  private static func machine() throws -> RegistryImage {
    try Sample.image(
      Sample.roots,
      Sample.plist(
        "types.plist", Sample.type("public.disk-image", ["public.archive"]),
        Sample.type("public.source-code", ["public.plain-text"]),
        Sample.type("com.example.disk", ["public.data"], mimeTypes: ["application/x-declared"])),
      table(
        kind(
          "public.disk-image",
          mimeTypes: ["application/x-disk", "application/x-declared", "application/x-unheard-of"]),
        kind("public.archive", icons: ["package-x-generic"]),
        kind("public.source-code", icons: ["text-x-script"], exceptions: ["application/json"])),
      Sample.package(
        "base.xml", layer: .base,
        Sample.mime("text/x-yields", aliases: ["text/x-other-name"], change: icon("text-x-script"))),
      Sample.package(
        "freedesktop.org.xml",
        Sample.mime("application/octet-stream"), Sample.mime("text/plain"),
        Sample.mime("application/x-old-disk", aliases: ["application/x-disk"]),
        Sample.mime("application/x-declared"),
        Sample.mime("application/x-package", change: icon("package-x-generic")),
        Sample.mime("text/x-program", change: icon("text-x-script")),
        Sample.mime("text/x-yields", aliases: ["text/x-alias"]),
        Sample.mime("application/json", change: icon("text-x-script")),
        Sample.mime(
          "application/x-patch", parents: ["application/json"], change: icon("text-x-script"))))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let type: String
    let supertype: String
    let expected: Bool
    var testDescription: String { "\(type) \(expected ? "is" : "is not") \(supertype)" }
  }

  static let rows = [
    // By an alias of the member, and never for a declared type.
    Row(type: "mime.application.x-old-disk", supertype: "public.disk-image", expected: true),
    Row(type: "com.example.disk", supertype: "public.disk-image", expected: false),
    Row(type: "mime.application.x-package", supertype: "public.archive", expected: true),
    Row(type: "mime.text.x-program", supertype: "public.source-code", expected: true),
    // The exception itself and what is below it.
    Row(type: "mime.application.json", supertype: "public.source-code", expected: false),
    Row(type: "mime.application.x-patch", supertype: "public.source-code", expected: false),
    // The icon that only the base states.
    Row(type: "mime.text.x-yields", supertype: "public.source-code", expected: true),
  ]

  @Test("add supertypes as the table of kinds states", arguments: rows)
  func table(_ row: Row) throws {
    let image = try Self.machine()
    #expect(try image.conforms(row.type, row.supertype) == row.expected)
    // The two other views are the answers of other systems.
    #expect(try !image.conforms(row.type, row.supertype, in: .freedesktop))
  }

  @Test("that list a type by name exclude a kind by its icon")
  func names() throws {
    let image = try Sample.image(
      Sample.roots,
      Self.table(
        Self.kind("public.archive", icons: ["package-x-generic"]),
        Self.kind("public.data", mimeTypes: ["application/x-part"])),
      Sample.package(
        "freedesktop.org.xml",
        Sample.mime("application/x-part", change: Self.icon("package-x-generic"))))
    #expect(try !image.conforms("mime.application.x-part", "public.archive"))
  }

  @Test("are the origin of their supertypes")
  func origin() throws {
    let image = try Self.machine()
    let edges = image.edges(of: try image.find("mime.application.x-old-disk"))
    let edge = try #require(edges.first { $0.kind == .inferred && $0.origin != nil })
    #expect(edge.origin?.source.path == "kinds.plist" && edge.origin?.position == Self.place)
  }

  @Test("without a declaration are reported with their position")
  func unknown() throws {
    let image = try Sample.image(
      Sample.roots, Self.table(Self.kind("public.archvie", icons: ["package-x-generic"])))
    let finding = try #require(image.diagnostics.first { $0.rule == "unknown-kind" })
    #expect(finding.file == "kinds.plist" && finding.position == Self.place)
    #expect(finding.severity == .warning)
  }

  @Test("are read back from an image unchanged")
  func roundTrip() throws {
    let image = try Self.machine()
    let kinds = image.declarationFiles().flatMap(\.kinds)
    #expect(kinds.count == 3)
    #expect(kinds.first?.reason == "A test says so.")
    #expect(kinds.first?.mimeTypes.map(\.value.spelling).first == "application/x-disk")
    #expect(kinds.last?.exceptions.map(\.value.spelling) == ["application/json"])
    let again = try RegistryBuilder(files: image.declarationFiles()).image()
    #expect(again.declarationFiles().flatMap(\.kinds) == kinds)
    #expect(try again.conforms("mime.text.x-yields", "public.source-code"))
  }

  @Test("keep the icon that a database states, or its absence")
  func icons() throws {
    let image = try Self.machine()
    let type = try image.find("mime.text.x-yields")
    #expect(image.iconName(of: type, isGeneric: true) == "text-x-generic")
  }

  @Test("do not prevent names of the base from leading to a type")
  func yieldingNames() throws {
    let image = try Self.machine()
    let type = try image.find("mime.text.x-yields")
    let tag = Tag(tagClass: .mimeType, value: "text/x-other-name")
    #expect(image.types(with: tag, in: .merged) == [type])
    #expect(image.types(with: tag, in: .freedesktop).isEmpty)
    #expect(image.type(mimeName: "text/x-other-name") == type)
  }
}
