import Foundation
import Testing
import UTITypeGraph
import UniformTypes

@Suite("UTType properties")
struct UTTypePropertyTests {
  @Test("prefer the first tag of each class")
  func preferredTags() throws {
    let rows = [
      ("public.jpeg", "jpeg", "image/jpeg"), ("public.tiff", "tiff", "image/tiff"),
      ("public.html", "html", "text/html"), ("public.plain-text", "txt", "text/plain"),
      ("public.mpeg-4", "mp4", "video/mp4"),
    ]
    for (identifier, filenameExtension, mimeType) in rows {
      let type = try #require(Base.registry.type(identifier))
      #expect(type.preferredFilenameExtension == filenameExtension)
      #expect(type.preferredMIMEType == mimeType)
    }
  }

  @Test("decode the tags and supertypes of a dynamic type")
  func dynamicType() throws {
    let type = try #require(Base.registry.type("dyn.ah62d4rv4ge80c2xcsmw1q15eqzxhg"))
    #expect(type.isDynamic)
    #expect(!type.isDeclared)
    #expect(!type.isPublic)
    #expect(type.tags == [.filenameExtension: ["abbrev_defs"]])
    #expect(type.preferredFilenameExtension == "abbrev_defs")
    #expect(type.localizedDescription == nil)
    #expect(type.supertypes.map(\.identifier).sorted() == ["public.data", "public.item"])
  }

  @Test("are reflexive for conforms(to:), not for sub- and supertypes")
  func relations() throws {
    let png = try #require(Base.registry.type("public.png"))
    let image = try #require(Base.registry.type("public.image"))
    #expect(png.conforms(to: png))
    #expect(png.conforms(to: image))
    #expect(!png.isSubtype(of: png))
    #expect(!png.isSupertype(of: png))
    #expect(png.isSubtype(of: image))
    #expect(image.isSupertype(of: png))
    #expect(!png.supertypes.contains(png))
    let other = try #require(Base.load(view: .declared).type("public.image"))
    #expect(png.conforms(to: other), "types of two registries compare by identifier")
  }

  @Test("inherit a description from the supertypes, depth first")
  func inheritedDescription() throws {
    let registry = try Base.registry.adding(file: Fixture.path("inheriting.plist"))
    let type = try #require(registry.type("org.example.undescribed"))
    let parent = try #require(registry.type("public.png"))
    #expect(type.localizedDescription == parent.localizedDescription)
    #expect(type.version == 7)
  }

  @Test("encode as one string and decode undeclared identifiers too")
  func coding() throws {
    let types = try ["public.png", "com.example.unknown", "dyn.ah62d4rv4ge8wy"].map {
      try #require(Base.registry.type($0, allowUndeclared: true))
    }
    let data = try JSONEncoder().encode(types)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"["public.png","com.example.unknown","dyn.ah62d4rv4ge8wy"]"#)
    #expect(try JSONDecoder().decode([UTType].self, from: data) == types)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([UTType].self, from: Data(#"["not/an/identifier"]"#.utf8))
    }
  }

  @Test("fit into sixteen bytes")
  func size() {
    #expect(MemoryLayout<UTType>.size <= 16)
  }

  @Test("print as the identifier, with more details when debugging")
  func descriptions() throws {
    let png = try #require(Base.registry.type("public.png"))
    #expect(png.description == "public.png")
    #expect(String(reflecting: png) == "<UTType> public.png (not dynamic, declared)")
  }

  @Test("name all 141 constants of the framework under identifiers of the base")
  func constants() {
    #expect(Constants.all.count == 141)
    for type in Constants.all {
      #expect(type.isDeclared, "\(type)")
      #expect(Base.registry.type(type.identifier) == type)
    }
    #expect(Set(Constants.all).count == 141)
  }
}
