import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIFileCoordination

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Documents whose item another access holds.
@Suite @MainActor struct AccessWaits {
  private let scratch: ScratchDirectory
  private let document: TracingDocument

  init() throws {
    scratch = try ScratchDirectory(["a.txt": "old"])
    document = TracingDocument.make(scratch.url("a.txt"))
    document.environment = .quiet
    document.environment.autosaveDirectory = scratch.path.appending("autosaved")
  }

  /// An access in another thread, which the test ends.
  private final class Holder: Sendable {
    private let end = DispatchSemaphore(value: 0)

    func hold(_ url: URL) async {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [end] in
          NSFileCoordinator().coordinate(writingItemAt: url, error: nil) { _ in
            continuation.resume()
            end.wait()
          }
        }
      }
    }

    func release() { end.signal() }
  }

  /// The end of an operation, which is nil while it runs.
  private final class Ended: Sendable {
    private let result = Mutex<Bool?>(nil)

    @Sendable func end(_ success: Bool) { result.withLock { $0 = success } }

    func success() async throws -> Bool {
      while true {
        if let success = result.withLock({ $0 }) { return success }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  private func waitForCopy(_ text: String) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while copy != text, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(copy == text)
    #expect(!document.isAtRisk)
  }

  private var copy: String? {
    document.autosavedContentsFileURL.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
  }

  @Test("G14: while a save waits for access, the recovery location has its changes and later ones")
  func save() async throws {
    document.environment.autosavePolicy = AutosavePolicy(idlePeriod: .milliseconds(200))
    try await document.openContents()
    let holder = Holder()
    await holder.hold(document.fileURL)
    document.edit("first")
    let save = Ended()
    document.save(to: document.fileURL, for: .forOverwriting, completionHandler: save.end)
    try await waitForCopy("first")
    document.edit("second")
    try await waitForCopy("second")
    #expect(scratch.text("a.txt") == "old")
    #expect(document.handled.isEmpty)
    holder.release()
    #expect(try await save.success())
    try await document.saveAndClose()
    #expect(scratch.text("a.txt") == "second")
    #expect(document.autosavedContentsFileURL == nil)
  }

  @Test("G14: while a document waits to read its item again, the recovery location has its edits")
  func revert() async throws {
    document.environment.autosavePolicy = AutosavePolicy(idlePeriod: .milliseconds(200))
    try await document.openContents()
    let holder = Holder()
    await holder.hold(document.fileURL)
    let revert = Ended()
    document.revert(toContentsOf: document.fileURL, completionHandler: revert.end)
    document.edit("ours")
    try await waitForCopy("ours")
    holder.release()
    #expect(try await revert.success())
    #expect(document.text == "old")
    try await document.saveAndClose()
    #expect(document.autosavedContentsFileURL == nil)
  }

  @Test func `A document that does not autosave keeps nothing while it waits`() async throws {
    document.environment.autosavePolicy = nil
    try await document.openContents()
    let holder = Holder()
    await holder.hold(document.fileURL)
    document.edit("ours")
    let save = Ended()
    document.save(to: document.fileURL, for: .forOverwriting, completionHandler: save.end)
    try await Task.sleep(for: .milliseconds(700))
    #expect(document.autosavedContentsFileURL == nil)
    holder.release()
    #expect(try await save.success())
    try await document.saveAndClose()
  }
}
