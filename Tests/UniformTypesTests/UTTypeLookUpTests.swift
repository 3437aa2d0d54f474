import Testing
import UniformTypes

@Suite("UTType look-ups")
struct UTTypeLookUpTests {
  static let extensions: [(String, String?)] = [
    ("png", "public.png"), ("JPG", "public.jpeg"), ("plist", "com.apple.property-list"),
    ("ts", "public.mpeg-2-transport-stream"), ("mp4", "public.mpeg-4"),
    ("app", "com.apple.application-file"), ("md", "net.daringfireball.markdown"),
    ("c++", "public.c-plus-plus-source"), ("otf", "public.opentype-font"),
    // Only packages have these, and the default is data.
    ("rtfd", "dyn.ah62d4rv4ge81e7dgqu"), ("", nil), ("tar.gz", nil), (".png", nil),
    ("ssh/config", nil), ("script editor", nil),
    ("*", "dyn.ah62d4rv4ge8wy"), ("clang-format", "dyn.ah62d4rv4ge80g5dbr3xw43xtsm00c7a"),
    ("json-tmlanguage", "public.data"), ("ABBREV_DEFS", "dyn.ah62d4rv4ge80c2xcsmw1q15eqzxhg"),
  ]

  @Test("by filename extension return the results observed on a Mac", arguments: extensions)
  func filenameExtension(value: String, identifier: String?) {
    #expect(Base.registry.type(filenameExtension: value)?.identifier == identifier)
  }

  @Test("by MIME type fold case, keep parameters and support no wildcard")
  func mimeTypes() {
    func identifier(_ name: String) -> String? { Base.registry.type(mimeType: name)?.identifier }
    #expect(identifier("image/jpg") == "public.jpeg")
    #expect(identifier("IMAGE/JPEG") == "public.jpeg")
    #expect(identifier("application/octet-stream") == "public.data")
    #expect(identifier("text/plain;charset=utf-8") == "public.utf8-plain-text")
    #expect(Base.registry.type(mimeType: "image/*")?.isDynamic == true)
    #expect(identifier("") == nil)
  }

  @Test("with a filter that no claimant passes return a dynamic type of the filter")
  func filter() throws {
    let content = try #require(Base.registry.type("public.content"))
    let type = try #require(Base.registry.type(filenameExtension: "zip", conformingTo: content))
    #expect(type.isDynamic)
    #expect(type.conforms(to: content))
    let package = try #require(Base.registry.type("com.apple.package"))
    let rtfd = Base.registry.type(filenameExtension: "rtfd", conformingTo: package)
    #expect(rtfd?.identifier == "com.apple.rtfd")
  }

  @Test("of all candidates keep the order, and return one dynamic type or none")
  func candidates() {
    let registry = Base.registry
    let plist = registry.types(tag: "plist", tagClass: .filenameExtension).map(\.identifier)
    #expect(plist.first == "com.apple.property-list")
    #expect(plist.count >= 1)
    let unknown = registry.types(tag: "nobody-has-it", tagClass: .filenameExtension)
    #expect(unknown.map(\.isDynamic) == [true])
    #expect(unknown.first?.supertypes.isEmpty == true)
    #expect(registry.types(tag: "a.b", tagClass: .filenameExtension).isEmpty)
  }

  @Test("by identifier fold case and return nil for unknown and invalid ones")
  func identifiers() {
    #expect(Base.registry.type("Public.PNG")?.identifier == "public.png")
    #expect(Base.registry.type("com.example.unknown") == nil)
    #expect(Base.registry.type("dev.kaya/note") == nil)
    #expect(Base.registry.type("") == nil)
    let undeclared = Base.registry.type("com.example.unknown", allowUndeclared: true)
    #expect(undeclared?.isDeclared == false)
    #expect(undeclared?.isDynamic == false)
    #expect(undeclared?.tags.isEmpty == true)
    #expect(undeclared?.supertypes.isEmpty == true)
    #expect(Base.registry.type("dev.kaya/note", allowUndeclared: true) == nil)
  }
}
