import Testing
import UniformDocuments

@Suite("Document classes written for AppKit") @MainActor struct NSDocumentSamples {
  private func withScratchURL(_ name: String, _ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "document-samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory.appending(component: name))
  }

  @Test("A letter is typed, undone, saved, autosaved and opened again")
  func letter() async throws {
    try await withScratchURL("Letter.txt") { url in
      let letter = try LetterDocument(type: "public.plain-text")
      letter.setText("Dear")
      letter.undoManager?.endEvent()
      letter.setText("Dear Ada")
      letter.undoManager?.undo()
      #expect(letter.text == "Dear" && letter.undoManager?.redoActionName == "Typing")
      #expect(letter.displayName.hasSuffix(" *"))
      try await letter.save(to: url, ofType: "public.plain-text", for: .saveAsOperation)
      #expect(letter.displayName == "Letter.txt")
      letter.setText("Dear Bob")
      try await letter.autosave(withImplicitCancellability: false)
      #expect(try String(contentsOf: url, encoding: .utf8) == "Dear Bob")
      letter.close()
      let controller = NSDocumentController(
        hostController: DocumentController(recentDocumentList: RecentDocumentList(path: nil)))
      controller.addDocument(try LetterDocument(contentsOf: url, ofType: "public.plain-text"))
      let found = controller.document(for: url) as? LetterDocument
      #expect(found?.text == "Dear Bob")
      for document in controller.documents { document.close() }
      #expect(controller.documents.isEmpty)
    }
  }

  @Test("A scrapbook keeps its pictures")
  func scrapbook() async throws {
    try await withScratchURL("Book.rtfd") { url in
      let book = try ScrapbookDocument(type: "com.apple.rtfd")
      book.add(Data("one".utf8), named: "1.png")
      try await book.save(to: url, ofType: "com.apple.rtfd", for: .saveAsOperation)
      book.add(Data("two".utf8), named: "2.png")
      try await book.save(to: url, ofType: "com.apple.rtfd", for: .saveOperation)
      book.close()
      let other = try ScrapbookDocument(contentsOf: url, ofType: "com.apple.rtfd")
      #expect(other.pictureNames == ["1.png", "2.png"] && !other.isDocumentEdited)
      other.close()
    }
  }

  @Test("A ledger with custom writing is notified of its saves")
  func ledger() async throws {
    try await withScratchURL("Ledger.csv") { url in
      let type = "public.comma-separated-values-text"
      let ledger = try LedgerDocument(type: type)
      ledger.rows = [["a", "b"], ["c", "d"]]
      ledger.updateChangeCount(.changeDone)
      try await ledger.save(to: url, ofType: type, for: .saveAsOperation)
      #expect(ledger.saves == [.saveAsOperation] && !ledger.isDocumentEdited)
      #expect(try String(contentsOf: url, encoding: .utf8) == "a,b\nc,d")
      ledger.rows = []
      try ledger.revert(toContentsOf: url, ofType: type)
      #expect(ledger.rows == [["a", "b"], ["c", "d"]])
      ledger.close()
      #expect(ledger.rows.isEmpty)
    }
  }
}
