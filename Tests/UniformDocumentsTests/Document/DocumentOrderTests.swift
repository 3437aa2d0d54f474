import Foundation
import Synchronization
import TestSupport
import Testing
import UniformDocuments

@Suite struct DocumentOrder {
  static let savingSteps = [
    "changeCountToken", "savingFileType", "fileNameExtension", "contents",
    "fileAttributesToWrite", "writeContents safely", "writeContents original a.txt",
    "updateChangeCount withToken",
  ]
  static let type = "public.plain-text"

  /// The order and isolation of opening, saving, reverting and closing.
  static func expected(at place: String) -> [String] {
    func at(_ place: String, _ names: [String]) -> [String] { names.map { "\($0) @ \(place)" } }
    let opening = at("file", ["read"]) + at(place, ["load \(type)"])
    let saving =
      at(place, Array(savingSteps.prefix(5))) + at("file", Array(savingSteps[5...6]))
      + at(place, [savingSteps[7]])
    return opening + saving
      + at(place, ["disableEditing editingDisabled"]) + opening
      + at(place, ["enableEditing editingDisabled"])
      + at(place, ["disableEditing editingDisabled", "autosave"]) + saving
  }

  /// Opens, edits, saves, reverts, edits again and closes a document, all in the isolation of the
  /// caller.
  ///
  /// - Returns: what happened where.
  private func places(
    of url: URL, isolation: isolated (any Actor)? = #isolation
  ) async throws -> [String] {
    let document = TracingDocument.make(url)
    try await document.openContents()
    document.edit("new")
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    try await document.revertContents(to: document.fileURL)
    document.edit("newer")
    try await document.saveAndClose()
    #expect(document.documentState == .closed)
    return document.trace.places
  }

  @Test("C1, D1, D3, H1, I1: every step in order and on its queue, called on the main actor")
  @MainActor func mainActor() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    #expect(try await places(of: scratch.url("a.txt")) == Self.expected(at: "main"))
    #expect(scratch.text("a.txt") == "newer")
  }

  @Test("C1, D1, H1, I1: every step in order and on its queue, called on another actor")
  func otherActor() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let url = scratch.url("a.txt")
    let steps = try await Desk().run { desk in try await self.places(of: url) }
    #expect(steps == Self.expected(at: "actor"))
    #expect(scratch.text("a.txt") == "newer")
  }

  @Test("C1, D1, H1, I1, D18: every step in order and on its queue, called on a plain thread")
  func plainThread() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let url = scratch.url("a.txt")
    let places = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Thread.current.threadDictionary["place"] = "plain"
        let document = TracingDocument.make(url)
        func wait(_ call: (@escaping @Sendable (Bool) -> Void) -> Void) {
          let done = DispatchSemaphore(value: 0)
          let trace = document.trace
          call { success in
            trace.add("completion \(success)")
            done.signal()
          }
          done.wait()
        }
        wait { document.open(completionHandler: $0) }
        document.edit("new")
        wait { document.save(to: url, for: .forOverwriting, completionHandler: $0) }
        continuation.resume(returning: document.trace.places)
      }
    }
    #expect(
      places == [
        "read @ file", "load public.plain-text @ callback", "completion true @ callback",
      ] + Self.savingSteps.prefix(5).map { "\($0) @ plain" }
        + Self.savingSteps[5...6].map { "\($0) @ file" }
        + ["updateChangeCount withToken @ callback", "completion true @ callback"])
  }

  @Test("C6, D18: completion handlers of calls from the main queue run there, once")
  @MainActor func completionHandlers() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let trace = document.trace
    #expect(
      await completion { done in
        document.open {
          trace.add("completion")
          done($0)
        }
      })
    #expect(trace.places.last == "completion @ main")
    #expect(trace.names.count { $0 == "completion" } == 1)
  }

  @Test("D12, I5, H7: operations wait for each other, and each takes its contents when it starts")
  @MainActor func operationsWait() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let ended = Mutex<[String]>([])
    try await document.openContents()
    document.edit("first")
    document.save(to: document.fileURL, for: .forOverwriting) { success in
      ended.withLock { $0.append("save \(success)") }
    }
    document.edit("second")
    document.save(to: document.fileURL, for: .forOverwriting) { success in
      ended.withLock { $0.append("save \(success)") }
    }
    document.revert(toContentsOf: document.fileURL) { success in
      ended.withLock { $0.append("revert \(success)") }
    }
    try await document.saveAndClose()
    #expect(ended.withLock { $0 } == ["save true", "save true", "revert true"])
    #expect(scratch.text("a.txt") == "second")
    #expect(document.text == "second")
  }

  @Test("C8, C9, H5, H6: opening and closing twice, and opening again")
  @MainActor func twice() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let results = Mutex<[Bool]>([])
    document.open { success in results.withLock { $0.append(success) } }
    try await document.openContents()
    try await document.openContents()
    #expect(results.withLock { $0 } == [true])
    #expect(document.trace.names.count { $0 == "read" } == 1)
    try await document.saveAndClose()
    try await document.saveAndClose()
    try await document.openContents()
    #expect(document.documentState == .normal)
    try await document.saveAndClose()
  }
}
