import Foundation
import SystemPackage
import TestSupport
import Testing
import UniformTypes

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Each test runs in a separate process, because the end of a process saves all its documents.
@MainActor @Suite struct DocumentEnding {
  @Test("G5: a program that is asked to end saves its documents first, and reports failures")
  func savesBeforeEnding() async {
    await #expect(processExitsWith: .success) { try await Self.checkSavesBeforeEnding() }
  }

  private static func checkSavesBeforeEnding() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "b.txt": "old"])
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    controller.register(TextNote.self, for: [.text])
    let saved = try #require(
      await controller.openDocument(at: scratch.url("a.txt")).document as? TextNote)
    let unsaved = TracingDocument.make(scratch.url("b.txt"))
    controller.addDocument(unsaved)
    try await unsaved.openContents()
    let heard = ReceivedReports()
    unsaved.environment.report = { heard.add($0.code.rawValue) }
    unsaved.contentsError = Refusal(reason: "no")
    saved.text = "new"
    saved.updateChangeCount(.done)
    unsaved.edit("new")
    await withCheckedContinuation { continuation in
      controller.saveDocuments(beforeEndingBy: [SIGUSR2]) { number in
        heard.add("ended by \(number == SIGUSR2)")
        continuation.resume()
      }
      kill(getpid(), SIGUSR2)
    }
    #expect(heard.all == ["document-class", "ended by true"])
    #expect(try scratch.contents() == ["a.txt": "new", "b.txt": "old"])
    try await saved.saveAndClose()
    try await unsaved.close(discardingChanges: true)
    signal(SIGUSR2, SIG_DFL)
  }

  @Test("G5, G6: changes that cannot be saved at the end of the program are autosaved elsewhere")
  func keepsRefusedChanges() async {
    await #expect(processExitsWith: .success) { try await Self.checkKeepsRefusedChanges() }
  }

  private static func checkKeepsRefusedChanges() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.autosaveDirectory = scratch.path.appending("autosaved")
    controller.addDocument(document)
    try await document.openContents()
    document.edit("ours")
    let draft = TracingDocument.make(scratch.url("Untitled.txt"))
    draft.environment.autosaveDirectory = document.environment.autosaveDirectory
    draft.isDraft = true
    controller.addDocument(draft)
    try await draft.openContents()
    draft.edit("draft")
    try Data("theirs".utf8).write(to: scratch.url("a.txt"))
    await withCheckedContinuation { continuation in
      controller.saveDocuments(beforeEndingBy: [SIGUSR1]) { _ in continuation.resume() }
      kill(getpid(), SIGUSR1)
    }
    #expect(scratch.text("a.txt") == "theirs")
    let url = try #require(document.autosavedContentsFileURL)
    #expect(try String(contentsOf: url, encoding: .utf8) == "ours")
    #expect(draft.isDraft && draft.autosavedContentsFileURL != nil)
    #expect(scratch.text("Untitled.txt") == nil)
    try await draft.close(discardingChanges: true)
    try await document.close(discardingChanges: true)
    signal(SIGUSR1, SIG_DFL)
  }

  // The limit ends a run in which the program lives on; among all tests the start takes minutes.
  @Test("G5: the signal ends the program then", .timeLimit(.minutes(20)))
  func endsBySignal() async throws {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      await DocumentController(recentDocumentList: .keepingNothing).saveDocuments()
      kill(getpid(), SIGTERM)
      let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
      for await _ in stream {}
      continuation.finish()
    }
  }
}

/// Words in the order they were said, on any thread.
final class ReceivedReports: @unchecked Sendable {
  private let lock = NSLock()
  private var words: [String] = []

  func add(_ word: String) { lock.withLock { words.append(word) } }
  var all: [String] { lock.withLock { words } }
}
