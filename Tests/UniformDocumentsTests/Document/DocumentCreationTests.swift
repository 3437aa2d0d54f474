import Foundation
import Testing
import UniformDocuments

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
    let document = try #require(anyClass.makeDocument(at: url) as? Note)
    #expect(document.fileURL == url)
    #expect(document.wasMadeByOverride)
  }

  /// A class that needs more than a place.
  private final class StoredNote: Document {
    let store: String
    var text = ""

    init(fileURL url: URL, store: String) {
      self.store = store
      super.init(fileURL: url)
    }

    override class func makeDocument(at url: URL) -> Document {
      StoredNote(fileURL: url, store: "default")
    }

    override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
    }
  }

  @Test func `A class with a custom initializer is created and duplicated by its function`()
    throws
  {
    let anyClass: Document.Type = StoredNote.self
    let document = anyClass.makeDocument(at: URL(filePath: "/nowhere/a.txt"))
    #expect((document as? StoredNote)?.store == "default")
    let note = StoredNote(fileURL: URL(filePath: "/nowhere/b.txt"), store: "own")
    note.text = "text"
    #expect(try note.duplicate().text == "text")
  }

  /// A class that makes documents of another.
  private final class StrayNote: Document {
    override class func makeDocument(at url: URL) -> Document { Note(fileURL: url) }

    override func contents(forType typeName: String) throws -> Any { Data() }
  }

  @Test func `A class that creates documents of another class cannot be duplicated, with an error`()
  {
    let note = StrayNote(fileURL: URL(filePath: "/nowhere/a.txt"))
    let error = #expect(throws: DocumentError.self) { try note.duplicate() }
    #expect(error?.code == .notOverridden)
    #expect(error?.description.contains("StrayNote") == true)
  }

  @Test func `A document equals only itself, and describes its class and URL`() {
    let url = URL(filePath: "/nowhere/a.txt")
    let (note, other) = (Note(fileURL: url), Note(fileURL: url))
    let object: NSObject = note
    #expect(note == note && note != other && object.isEqual(note) && !object.isEqual(other))
    #expect(Set([note, other, note]).count == 2)
    #expect([Document]([other, note]).contains(note))
    #expect(note.description == "Note at /nowhere/a.txt")
  }
}
