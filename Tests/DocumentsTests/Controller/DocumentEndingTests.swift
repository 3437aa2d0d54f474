import Foundation
import Testing
import UniformTypes

@testable import Documents

@MainActor @Suite struct DocumentEnding {
  @Test("G5: a program that is asked to end saves its documents first, and reports what it cannot")
  func savesBeforeEnding() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "b.txt": "old"])
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    controller.register(TextNote.self, for: [.text])
    let saved = try #require(
      await controller.openDocument(at: scratch.url("a.txt")).document as? TextNote)
    let unsaved = TracingDocument.make(scratch.url("b.txt"))
    controller.addDocument(unsaved)
    try await unsaved.open()
    let heard = Heard()
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
    try await saved.close()
    try await unsaved.close(discardingChanges: true)
    signal(SIGUSR2, SIG_DFL)
  }
}

/// Words in the order they were said, on any thread.
final class Heard: @unchecked Sendable {
  private let lock = NSLock()
  private var words: [String] = []

  func add(_ word: String) { lock.withLock { words.append(word) } }
  var all: [String] { lock.withLock { words } }
}
