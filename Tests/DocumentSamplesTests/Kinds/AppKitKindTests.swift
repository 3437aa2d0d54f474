import Testing
import UniformDocuments

@Suite("Kinds of document classes written for AppKit") @MainActor struct AppKitKinds {
  private static let text = "public.plain-text"

  private func inDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "document-kinds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory)
  }

  @Test("A JSON model is edited, undone, autosaved and opened; broken files are rejected")
  func model() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.json")
      let budget = try BudgetDocument(type: "public.json")
      budget.set(3, for: "tea")
      budget.undoManager?.endEvent()
      budget.set(4, for: "tea")
      budget.undoManager?.undo()
      #expect(budget.budget.entries == ["tea": 3])
      try await budget.save(to: url, ofType: "public.json", for: .saveAsOperation)
      budget.set(5, for: "tea")
      try await budget.autosave(withImplicitCancellability: false)
      #expect(!budget.isDocumentEdited)
      budget.close()
      let other = try BudgetDocument(contentsOf: url, ofType: "public.json")
      #expect(other.budget.entries == ["tea": 5])
      other.close()
      try Data("{".utf8).write(to: url)
      let error = #expect(throws: (any Error).self) {
        try BudgetDocument(contentsOf: url, ofType: "public.json")
      }
      #expect((error as? NSError)?.code == CocoaError.fileReadCorruptFile.rawValue)
    }
  }

  @Test("A read-only class is read, and reports with its own error that it is not saved")
  func viewer() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.txt")
      try Data("report".utf8).write(to: url)
      let report = try ReportDocument(contentsOf: url, ofType: Self.text)
      report.environment.report = { _ in }
      #expect(report.report == "report")
      let error = await #expect(throws: (any Error).self) {
        try await report.save(to: url, ofType: Self.text, for: .saveOperation)
      }
      #expect((error as? NSError)?.code == -4)
      #expect(try String(contentsOf: url, encoding: .utf8) == "report")
      report.close()
    }
  }

  @Test("A package that keeps its file wrapper takes over unchanged files")
  func package() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.rtfd")
      let album = try AlbumBundle(type: "com.apple.rtfd")
      album.caption = "one"
      try await album.save(to: url, ofType: "com.apple.rtfd", for: .saveAsOperation)
      album.caption = "two"
      try await album.save(to: url, ofType: "com.apple.rtfd", for: .saveOperation)
      album.close()
      let other = try AlbumBundle(contentsOf: url, ofType: "com.apple.rtfd")
      #expect(other.caption == "two")
      other.close()
    }
  }

  @Test("A class that writes by URL is saved and opened")
  func writingElsewhere() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.txt")
      let movie = try MovieDocument(type: Self.text)
      movie.frames = [1, 2, 3]
      movie.updateChangeCount(.changeDone)
      try await movie.save(to: url, ofType: Self.text, for: .saveAsOperation)
      #expect(!movie.isDocumentEdited && movie.fileURL == url)
      movie.close()
      let other = try MovieDocument(contentsOf: url, ofType: Self.text)
      #expect(other.frames == [1, 2, 3])
      other.close()
    }
  }

  @Test("Functions between saving and reverting are called in order")
  func audit() async throws {
    try await inDirectory { directory in
      let url = directory.appending(path: "a.txt")
      let document = try AuditedDocument(type: Self.text)
      document.text = "one"
      document.updateChangeCount(.changeDone)
      try await document.save(to: url, ofType: Self.text, for: .saveAsOperation)
      document.text = "two"
      document.updateChangeCount(.changeDone)
      try document.revert(toContentsOf: url, ofType: Self.text)
      #expect(document.text == "one" && !document.isDocumentEdited)
      #expect(document.events == ["attributes", "saved", "revert"])
      document.close()
    }
  }

  @Test("A draft of a template has a name, is duplicated, and is saved under another name")
  func draft() async throws {
    try await inDirectory { directory in
      let letter = try LetterheadDocument(type: Self.text, template: "Dear")
      #expect(letter.fileURL == nil && letter.displayName.hasPrefix("Letter"))
      let copy = try letter.duplicate()
      #expect((copy as? LetterheadDocument)?.text == "Dear (copy)")
      let url = directory.appending(path: "a.txt")
      try await copy.save(to: url, ofType: Self.text, for: .saveAsOperation)
      #expect(try String(contentsOf: url, encoding: .utf8) == "Dear (copy)")
      copy.close()
      letter.close()
    }
  }

  @Test("A text is written and read as each of its types")
  func types() async throws {
    try await inDirectory { directory in
      let page = try PageDocument(type: Self.text)
      page.text = "page"
      let (text, html) = (directory.appending(path: "a.txt"), directory.appending(path: "a.html"))
      try await page.save(to: text, ofType: Self.text, for: .saveAsOperation)
      try await page.save(to: html, ofType: "public.html", for: .saveToOperation)
      #expect(page.fileURL == text)
      #expect(try String(contentsOf: html, encoding: .utf8) == "<p>page</p>")
      page.close()
      let other = try PageDocument(contentsOf: html, ofType: "public.html")
      #expect(other.text == "page")
      other.close()
    }
  }
}
