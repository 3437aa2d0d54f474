import TestSupport
import Testing
import UTITypeGraph
import UniformTypes

@Suite("Walks over all types")
struct WalkTests {
  @Test("find the subtypes and MIME types that each type has", arguments: GraphView.allCases)
  func sameAsOneByOne(view: GraphView) throws {
    let registry = try Base.registry.adding(file: Fixture.path("inheriting.plist")).seen(as: view)
    let subtypes = registry.subtypes()
    let mimeType = registry.canonicalMIMETypes()
    let undeclared = registry.type(filenameExtension: "undeclared-for-walks")
    for type in registry.types + [undeclared].compactMap(\.self) {
      #expect(subtypes(type) == type.children, "\(type)")
      #expect(mimeType(type) == type.canonicalMIMEType, "\(type)")
    }
  }
}
