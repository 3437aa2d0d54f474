import Documents
import Foundation
import Testing

@Suite struct DocumentCreation {
  private final class Note: Document {
    var wasMadeByOverride = false

    override init(fileURL url: URL) {
      super.init(fileURL: url)
      wasMadeByOverride = true
    }
  }

  @Test func `A class known only at run time makes documents through its own initializer`() throws {
    let anyClass: Document.Type = Note.self
    let url = URL(filePath: "/nowhere/a.txt")
    let document = try #require(anyClass.init(documentAt: url) as? Note)
    #expect(document.fileURL == url)
    #expect(document.wasMadeByOverride)
  }
}
