import Foundation
import Synchronization
import TestSupport
import Testing
import UTIFileCoordination

@testable import UniformDocumentCore
@testable import UniformDocuments

/// Accesses on the main queue to items of documents and presenters of the main queue.
@Suite @MainActor struct MainQueueAccesses {
  private func coordinator() -> NSFileCoordinator {
    let coordinator = NSFileCoordinator()
    coordinator.presenterPatience = .seconds(600)
    return coordinator
  }

  @Test("K2, K9: a read on the main queue saves the edited document of that queue in place")
  func document() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TextNote(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    try await document.openContents()
    for round in 1...5 {
      document.text = "\(round)"
      document.updateChangeCount(.done)
      var text: String?
      var error: NSError?
      let start = ContinuousClock.now
      coordinator().coordinate(readingItemAt: document.fileURL, error: &error) { url in
        text = try? String(contentsOf: url, encoding: .utf8)
      }
      #expect(text == "\(round)" && error == nil)
      #expect(!document.hasUnsavedChanges)
      #expect(start.duration(to: .now) < .seconds(300))
    }
    try await document.saveAndClose()
  }

  @Test("K5, K9: a read on the main queue fails at once if the document cannot be saved")
  func unsavable() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.openContents()
    document.edit("new")
    document.contentsError = Refusal(reason: "no")
    var error: NSError?
    coordinator().coordinate(readingItemAt: document.fileURL, error: &error) { _ in
      Issue.record("the accessor ran")
    }
    #expect((error?.userInfo[NSUnderlyingErrorKey] as? DocumentError)?.code == .hasChanges)
    try await document.close(discardingChanges: true)
  }

  private final class MainPresenter: NSFilePresenter {
    let presentedItemURL: URL?
    let presentedItemOperationQueue = OperationQueue.main
    // Only the main queue touches it.
    nonisolated(unsafe) private(set) var steps: [String] = []

    init(_ url: URL) { presentedItemURL = url }

    func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
      steps.append("save")
      completionHandler(nil)
    }
  }

  @Test("K2, K9: a presenter on the main queue answers an access on the main queue")
  func presenter() {
    let url = URL(filePath: "/nowhere/\(UUID().uuidString)")
    let presenter = MainPresenter(url)
    NSFileCoordinator.addFilePresenter(presenter)
    defer { NSFileCoordinator.removeFilePresenter(presenter) }
    var hasRead = false
    coordinator().coordinate(readingItemAt: url) { _ in hasRead = presenter.steps == ["save"] }
    #expect(hasRead)
  }

  @Test("A wait of the program ends when it is woken after its condition is met")
  func waking() {
    let isOver = Atomic(false)
    Thread.detachNewThread {
      while !MainQueue.isWaiting { usleep(1_000) }
      usleep(20_000)
      isOver.store(true, ordering: .relaxed)
      MainQueue.wake()
    }
    let end = ContinuousClock.now + .seconds(60)
    while !MainQueue.serveWaiting(until: end, { isOver.load(ordering: .relaxed) }) {}
    #expect(ContinuousClock.now < end)
  }
}
