import Testing
import UniformDocuments

@Suite("Kinds of document classes written for UIKit") @MainActor struct Kinds {
  private func inDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "document-kinds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory)
  }

  /// A document that says nothing on standard error.
  private func make(_ kind: Kind, in directory: URL) -> UIDocument {
    let document = kind.make(directory.appending(path: kind.fileName))
    document.environment.report = { _ in }
    return document
  }

  @Test("Each is created, edited, saved by closing, and opened again", arguments: Kind.all)
  func life(_ kind: Kind) async throws {
    try await inDirectory { directory in
      let document = make(kind, in: directory)
      let isCreated = await document.save(to: document.fileURL, for: .forCreating)
      #expect(isCreated && document.documentState == .normal && !document.hasUnsavedChanges)
      try kind.edit(document)
      #expect(document.hasUnsavedChanges)
      let isClosed = await document.close()
      #expect(isClosed && document.documentState.contains(.closed))
      let other = make(kind, in: directory)
      let isOpen = await other.open()
      #expect(isOpen && other.documentState == .normal && !other.hasUnsavedChanges)
      #expect(try kind.shown(other) == kind.edited)
      _ = await other.close()
    }
  }

  @Test("Each discards its changes when it is reverted", arguments: Kind.all)
  func reverting(_ kind: Kind) async throws {
    try await inDirectory { directory in
      let document = make(kind, in: directory)
      try kind.edit(document)
      let isCreated = await document.save(to: document.fileURL, for: .forCreating)
      #expect(isCreated)
      let other = make(kind, in: directory)
      let isOpen = await other.open()
      #expect(isOpen)
      try kind.edit(other)
      let isReverted = await other.revert(toContentsOf: other.fileURL)
      #expect(isReverted && other.documentState == .normal && !other.hasUnsavedChanges)
      #expect(try kind.shown(other) == kind.edited)
      _ = await other.close()
      _ = await document.close()
    }
  }

  @Test("A file and an unreadable file are distinguished, and the delegate is notified")
  func failing() async throws {
    final class Listener: StoryDocumentDelegate {
      var messages: [String] = []
      func documentDidUpdate(_ document: StoryDocument) { messages.append("update") }
      func document(_ document: StoryDocument, didFailWith error: any Error) {
        messages.append("error")
      }
    }
    try await inDirectory { directory in
      let (story, listener) = (
        StoryDocument(fileURL: directory.appending(path: "none.txt")), Listener()
      )
      story.environment.report = { _ in }
      story.delegate = listener
      let isOpen = await story.open()
      #expect(!isOpen && listener.messages == ["error"] && story.documentState.contains(.closed))
    }
  }

  @Test("An observer with a closure is notified of states, and reverting blocks editing")
  func states() async throws {
    try await inDirectory { directory in
      let document = LockableDocument(fileURL: directory.appending(path: "a.txt"))
      let label = StateLabel(document)
      _ = await document.save(to: document.fileURL, for: .forCreating)
      _ = await document.revert(toContentsOf: document.fileURL)
      _ = await document.close()
      #expect(label.texts.contains("normal") && label.texts.contains("disabled"))
      #expect(label.texts.last == "closed")
      #expect(document.events.prefix(2) == ["disable", "enable"])
    }
  }

  @Test("An attachment turns a memo into a package, and a ledger keeps a copy")
  func types() async throws {
    try await inDirectory { directory in
      let memo = MemoDocument(fileURL: directory.appending(path: "memo.txt"))
      memo.text = "memo"
      _ = await memo.save(to: memo.fileURL, for: .forCreating)
      memo.attachment = Data([1])
      _ = await memo.save(to: memo.fileURL, for: .forCreating)
      #expect(memo.fileURL.pathExtension == "rtfd")
      _ = await memo.close()
      let ledger = LedgerFile(fileURL: directory.appending(path: "ledger.txt"))
      ledger.backupURL = directory.appending(path: "backup")
      ledger.strokes = ["old"]
      _ = await ledger.save(to: ledger.fileURL, for: .forCreating)
      ledger.strokes = ["new"]
      _ = await ledger.save(to: ledger.fileURL, for: .forOverwriting)
      let backup = try String(contentsOf: directory.appending(path: "backup"), encoding: .utf8)
      #expect(backup == "old")
      _ = await ledger.close()
    }
  }

  @Test("A function with a handler creates a titled document, and an activity continues it")
  func making() async throws {
    try await inDirectory { directory in
      let (created, continuation) = AsyncStream.makeStream(of: Bool.self)
      let document = TitledDocument.create(titled: "Sea", in: directory) {
        continuation.yield($0)
        continuation.finish()
      }
      let results = await created.reduce(into: []) { $0.append($1) }
      #expect(results == [true] && document.localizedName == "Sea")
      #expect(document.fileURL.lastPathComponent == "Sea.txt")
      _ = await document.close()
      let (first, second) = (
        ContinuedDocument(fileURL: directory.appending(path: "a.txt")),
        ContinuedDocument(fileURL: directory.appending(path: "a.txt"))
      )
      first.position = 7
      let activity = NSUserActivity(activityType: "com.example.reading")
      first.updateUserActivityState(activity)
      second.restoreUserActivityState(activity)
      #expect(second.position == 7)
    }
  }
}
