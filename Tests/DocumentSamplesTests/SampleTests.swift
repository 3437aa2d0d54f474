import Testing
import UniformDocuments

@Suite("Document classes written for UIKit") @MainActor struct Samples {
  private func scratchURL(_ name: String) throws -> URL {
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "document-samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory.appending(component: name)
  }

  @Test("D1, F14: a Markdown document is created, edited, saved by closing and reopened")
  func markdown() async throws {
    let url = try scratchURL("Notes.md")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let document = MarkdownDocument(fileURL: url)
    document.text = "# Hello"
    #expect(!document.hasUnsavedChanges)
    try await document.saveContents(to: url, for: .forCreating)
    #expect(document.documentState == .normal)
    document.text = "# Hello, world"
    #expect(document.hasUnsavedChanges)
    try await document.saveAndClose()
    #expect(try String(contentsOf: url, encoding: .utf8) == "# Hello, world")
    let other = MarkdownDocument(fileURL: url)
    try await other.openContents()
    #expect(other.text == "# Hello, world")
    #expect(!other.hasUnsavedChanges)
    try await other.saveAndClose()
  }

  @Test("D15: every kind of save uses the overrides of a document that reads and writes itself")
  func selfWriting() async throws {
    let url = try scratchURL("List.txt")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    try Data("one\ntwo".utf8).write(to: url)
    let document = SelfWritingDocument(fileURL: url)
    try await document.openContents()
    #expect(document.lines == ["one", "two"])
    document.lines.append("three")
    document.updateChangeCount(.done)
    try await document.saveContents(to: url, for: .forOverwriting)
    #expect(try String(contentsOf: url, encoding: .utf8) == "one\ntwo\nthree")
    #expect(!document.hasUnsavedChanges)
    document.lines.append("four")
    document.updateChangeCount(.done)
    try await document.saveAndClose()
    #expect(document.documentState == .closed)
    #expect(try String(contentsOf: url, encoding: .utf8) == "one\ntwo\nthree\nfour")
  }

  @Test("C5: asynchronous functions and calls without a handler behave as in UIKit")
  func asynchronous() async throws {
    let url = try scratchURL("Notes.md")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let document = CountingDocument(fileURL: url)
    let canOpen = await document.open()
    #expect(!canOpen && document.openings == 0)
    document.text = "one"
    let isSaved = await document.save(to: url, for: .forCreating)
    #expect(isSaved)
    let editor = MarkdownEditor()
    editor.document = document
    document.text = "two"
    ask(editor) { $0.saveNow() }
    document.text = "three"
    ask(editor) { $0.saveWhenIdle() }
    let isFinished = await editor.finish()
    #expect(isFinished && document.closings == 1 && editor.messages == ["closed"])
    #expect(try String(contentsOf: url, encoding: .utf8) == "three")
    try await document.openContents()
    #expect(document.openings == 1)
    document.text = "four"
    ask(editor) { $0.discard() }
    let isOpen = await document.open()
    #expect(isOpen)
    ask(editor) { $0.leave() }
    try await document.saveAndClose()
    #expect(document.text == "three" && editor.document == nil)
  }

  private func ask(_ editor: MarkdownEditor, _ call: (MarkdownEditor) -> Void) { call(editor) }

  @Test("A7: an access to files may be written on the main actor, and runs off it")
  func fileAccess() async throws {
    let url = try scratchURL("Notes.md")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let document = WatchfulDocument(fileURL: url)
    document.text = "one"
    try await document.saveContents(to: url, for: .forCreating)
    let count = document.accessCount
    #expect(count > 0)
    let isMainThread = await withCheckedContinuation { continuation in
      document.look { continuation.resume(returning: $0) }
    }
    #expect(!isMainThread)
    // A late report of the save may be a further access.
    #expect(document.accessCount > count)
    try await document.saveAndClose()
  }

  @Test("F1, N7: an album with a custom initializer is edited, undone, saved and kept")
  func album() async throws {
    let url = try scratchURL("Album.txt")
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let album = AlbumDocument(fileURL: url, thumbnailSize: 64)
    album.append("One")
    try await album.saveContents(to: url, for: .forCreating)
    album.append("Two")
    album.undoManager.endEvent()
    album.append("Three")
    album.undoManager.undo()
    #expect(album.titles == ["One", "Two"] && album.undoManager.redoActionName == "Append")
    try await album.saveAndClose()
    #expect(try String(contentsOf: url, encoding: .utf8) == "One\nTwo")
    let shelf = AlbumShelf()
    shelf.add(album)
    shelf.add(album)
    let other = AlbumDocument(fileURL: url, thumbnailSize: 32)
    shelf.add(other)
    #expect(shelf.documents.count == 2 && shelf.isFirst(album) && !shelf.isFirst(other))
    #expect(shelf.size(of: album) == 64)
    #expect("\(album)" == "AlbumDocument of 2 titles")
    #expect((album as NSObject) == album)
  }

  @Test("A8, D15: a document in a database is opened, autosaved and closed like any other")
  func database() async throws {
    let url = try #require(URL(string: "notes://database/first"))
    let document = DatabaseDocument(fileURL: url)
    document.text = "one"
    try await document.saveContents(to: url, for: .forCreating)
    let other = DatabaseDocument(fileURL: url)
    try await other.openContents()
    #expect(other.text == "one" && other.documentState == .normal)
    #expect(!other.hasUnsavedChanges)
    other.text = "two"
    #expect(other.hasUnsavedChanges)
    try await other.autosaveContents()
    #expect(!other.hasUnsavedChanges)
    other.text = "three"
    try await other.saveAndClose()
    #expect(DatabaseDocument.database["first"] == Data("three".utf8))
    let missing = try #require(URL(string: "notes://database/second"))
    await #expect(throws: (any Error).self) {
      try await DatabaseDocument(fileURL: missing).openContents()
    }
  }
}
