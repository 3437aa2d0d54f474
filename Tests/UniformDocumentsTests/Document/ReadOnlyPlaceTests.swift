import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import UniformDocumentCore
@testable import UniformDocuments

/// Documents in places where nothing can be saved.
@Suite @MainActor struct ReadOnlyPlaces {
  private func open(
    _ scratch: ScratchDirectory, closesDirectory: Bool = true
  ) async throws -> TracingDocument {
    #expect(chmod(scratch.url("image/a.txt").path, 0o444) == 0)
    if closesDirectory { #expect(chmod(scratch.url("image").path, 0o555) == 0) }
    let document = TracingDocument.make(scratch.url("image/a.txt"))
    document.environment.writableCopiesDirectory = scratch.path.appending("Documents")
    try await document.openContents()
    return document
  }

  /// Waits for everything that the document has been asked for.
  private func waitForEvents(_ document: Document) async {
    for _ in 0..<3 {
      await withCheckedContinuation { continuation in
        document.performAsynchronousFileAccess { continuation.resume() }
      }
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }

  @Test(
    "J17: the first edit copies a document out of a read-only directory, and reports its old URL")
  func copies() async throws {
    let scratch = try ScratchDirectory(["image/a.txt": "old"])
    defer { _ = chmod(scratch.url("image").path, 0o755) }
    let document = try await open(scratch)
    let old = document.fileURL
    let heard = Mutex<[URL]>([])
    let token = NotificationCenter.default.addObserver(
      forName: Document.didMoveToWritableLocationNotification, object: document, queue: nil
    ) { notification in
      let url = notification.userInfo?[Document.didMoveToWritableLocationOldURLKey] as? URL
      heard.withLock { $0.append(url ?? URL(filePath: "/")) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(document.problem?.kind == .notWritable)
    document.edit("ours")
    document.edit("ours again")
    await waitForEvents(document)
    #expect(heard.withLock { $0 } == [old])
    #expect(document.fileURL.path == scratch.url("Documents/a.txt").path)
    #expect(document.hasUnsavedChanges && document.problem == nil)
    #expect(scratch.text("Documents/a.txt") == "old")
    try await document.autosaveContents()
    #expect(scratch.text("Documents/a.txt") == "ours again" && scratch.text("image/a.txt") == "old")
    try await document.saveAndClose()
  }

  @Test("J17: an existing name gets a number")
  func taken() async throws {
    let scratch = try ScratchDirectory(["image/a.txt": "old", "Documents/a.txt": "another"])
    defer { _ = chmod(scratch.url("image").path, 0o755) }
    let document = try await open(scratch)
    document.edit("ours")
    await waitForEvents(document)
    #expect(document.fileURL.lastPathComponent == "a 2.txt")
    #expect(scratch.text("Documents/a.txt") == "another")
    try await document.close(discardingChanges: true)
  }

  @Test("J17: a file that alone cannot be overwritten stays at its path")
  func fileOnly() async throws {
    let scratch = try ScratchDirectory(["image/a.txt": "old"])
    let document = try await open(scratch, closesDirectory: false)
    let url = document.fileURL
    document.edit("ours")
    await waitForEvents(document)
    #expect(document.fileURL == url && scratch.text("Documents/a.txt") == nil)
    try await document.close(discardingChanges: true)
  }
}
