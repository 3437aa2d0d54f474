import TestSupport
import Testing
import UTITypeGraph
import UniformTypes

@Suite("Types of several registries")
struct SeveralRegistriesTests {
  private let first = Base.registry
  private let second: TypeRegistry

  init() throws {
    second = try Base.registry.adding(file: Fixture.path("inheriting.plist"))
  }

  private static let supertypes = [
    "public.data", "public.image", "public.text", "public.archive", "public.xml", "public.png",
    "com.apple.package", "public.audiovisual-content", "org.openxmlformats.openxml",
  ]

  @Test("are equal if their identifiers are, in any registry", arguments: 0..<4)
  func equality(which: Int) throws {
    let other = [second, first.seen(as: .merged), first.seen(as: .declared), try copy()][which]
    for type in first.types {
      guard let counterpart = other.type(type.identifier) else { continue }
      #expect(type == counterpart)
      #expect(counterpart == type)
      #expect(type.hashValue == counterpart.hashValue)
      #expect(type.conforms(to: counterpart))
      #expect(type != other.type("public.symlink") || type.identifier == "public.symlink")
    }
  }

  @Test("conform as within one registry, by the first one's declarations", arguments: supertypes)
  func conformance(supertype: String) throws {
    let within = try #require(first.type(supertype))
    for other in [second, first.seen(as: .freedesktop), first.seen(as: .declared), try copy()] {
      guard let across = other.type(supertype) else { continue }
      for type in first.types {
        #expect(type.conforms(to: across) == type.conforms(to: within), "\(type)")
        #expect(type.isSubtype(of: across) == type.isSubtype(of: within), "\(type)")
      }
    }
    let added = try #require(second.type("org.example.undescribed"))
    #expect(
      added.conforms(to: within)
        == ["public.data", "public.image", "public.text", "public.png"]
        .contains(supertype))
    #expect(!within.conforms(to: added))
  }

  @Test("are not equal because a derived identifier leads to both")
  func derivedIdentifiers() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      "a.xml",
      Array(
        """
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="image/png"><sub-class-of type="text/plain"/></mime-type></mime-info>
        """.utf8))
    var configuration = Base.configuration
    configuration.includesBase = false
    configuration.files = [file]
    let bare = try TypeRegistry(configuration)
    let derived = try #require(bare.type("mime.image.png"))
    let png = try #require(first.type("mime.image.png"))
    #expect(png.identifier == "public.png")
    #expect(derived != png)
    #expect(!png.conforms(to: derived))
    #expect(!derived.conforms(to: png))
    #expect(first.type("public.image").map { !derived.conforms(to: $0) } == true)
  }

  @Test("and dynamic ones are compared by their identifiers")
  func computed() throws {
    let dynamic = try #require(first.type(filenameExtension: "unheard-of"))
    #expect(dynamic == second.type(filenameExtension: "unheard-of"))
    #expect(dynamic.conforms(to: try #require(second.type("public.data"))))
    #expect(!dynamic.conforms(to: try #require(second.type("public.image"))))
    let undeclared = try #require(first.type("org.example.undescribed", allowUndeclared: true))
    let declared = try #require(second.type("org.example.undescribed"))
    #expect(undeclared == declared)
    #expect(undeclared.conforms(to: declared))
    #expect(declared.conforms(to: undeclared))
  }

  /// The same registry in a separate image.
  private func copy() throws -> TypeRegistry {
    let directory = try TemporaryDirectory()
    let file = try directory.write("empty.plist", Array("<plist><dict/></plist>".utf8))
    return try Base.registry.adding(file: file)
  }
}
