import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// The names that UIDocument has, and those that throw.
@Suite @MainActor struct DocumentNames {
  private func document(in scratch: ScratchDirectory) -> TracingDocument {
    let document = TracingDocument(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    return document
  }

  @Test func `The names of UIDocument return whether they succeeded`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = document(in: scratch)
    #expect(await document.open() && document.text == "old")
    document.edit("new")
    #expect(await document.autosave() && scratch.text("a.txt") == "new")
    document.edit("newer")
    #expect(await document.save(to: document.fileURL, for: .forOverwriting))
    #expect(scratch.text("a.txt") == "newer")
    document.edit("newest")
    #expect(await document.revert(toContentsOf: document.fileURL) && document.text == "newer")
    document.edit("last")
    #expect(await document.close() && scratch.text("a.txt") == "last")
    #expect(document.handled.isEmpty)
  }

  @Test func `The names of UIDocument return false for a thrown error, and the error is handled`()
    async throws
  {
    let scratch = try ScratchDirectory()
    let document = document(in: scratch)
    #expect(await !document.open() && document.handled.count == 1)
    await #expect(throws: DocumentError.self) { try await document.openContents() }
    try "taken".write(to: document.fileURL, atomically: true, encoding: .utf8)
    #expect(await !document.save(to: document.fileURL, for: .forCreating))
    #expect(await !document.revert(toContentsOf: document.fileURL))
    #expect(document.handled.count == 4 && scratch.text("a.txt") == "taken")
  }

  /// A document whose class overrides the asynchronous names.
  private final class Overriding: TracingDocument {
    override func open() async -> Bool {
      trace.add("async open")
      return await super.open()
    }
    override func save(to url: URL, for saveOperation: SaveOperation) async -> Bool {
      trace.add("async save")
      return await super.save(to: url, for: saveOperation)
    }
    override func autosave() async -> Bool {
      trace.add("async autosave")
      return await super.autosave()
    }
    override func revert(toContentsOf url: URL) async -> Bool {
      trace.add("async revert")
      return await super.revert(toContentsOf: url)
    }
    override func close() async -> Bool {
      trace.add("async close")
      return await super.close()
    }
  }

  @Test func `Overrides of the asynchronous names are called by the throwing names`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = Overriding(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    try await document.openContents()
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    try await document.autosaveContents()
    try await document.revertContents(to: document.fileURL)
    try await document.saveAndClose()
    #expect(
      document.trace.names.filter { $0.hasPrefix("async") }
        == ["async open", "async save", "async autosave", "async revert", "async close"])
    await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forCreating)
    }
    #expect(document.handled.count == 1)
  }

  /// A document whose class refuses to open and gives no reason.
  private final class Refusing: TracingDocument {
    override func open() async -> Bool { false }
  }

  @Test func `An override that returns false without an error is named`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = Refusing(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    let error = await #expect(throws: DocumentError.self) { try await document.openContents() }
    #expect(error?.code == .failedWithoutError)
  }

  @Test func `The names of UIDocument work in the isolation of an actor`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let url = scratch.url("a.txt")
    let places = try await Desk().run { _ in
      let document = TracingDocument.make(url)
      guard await document.open() else { return [String]() }
      document.edit("new")
      guard await document.close() else { return [] }
      try await document.openContents()
      try await document.saveAndClose()
      return document.trace.places
    }
    #expect(
      places.contains("load public.plain-text @ actor") && places.contains("contents @ actor"))
    #expect(scratch.text("a.txt") == "new")
  }

  @Test func `Without a handler the names of UIDocument start and do not wait`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = document(in: scratch)
    document.begin { $0.open() }
    #expect(document.documentState.contains(.closed))
    try await document.openContents()
    document.edit("new")
    let looked = DispatchSemaphore(value: 0)
    document.performAsynchronousFileAccess { looked.wait() }
    document.begin { $0.save(to: $0.fileURL, for: .forOverwriting) }
    #expect(scratch.text("a.txt") == "old")
    looked.signal()
    try await document.autosaveContents()
    #expect(scratch.text("a.txt") == "new")
    document.edit("newer")
    document.begin { $0.revert(toContentsOf: $0.fileURL) }
    document.begin { $0.autosave() }
    document.begin { $0.close() }
    #expect(document.text == "newer")
    try await document.saveAndClose()
    #expect(document.text == "new" && scratch.text("a.txt") == "new")
  }

  @Test func `In top-level code the names of UIDocument wait for their result`() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old", "b.txt": "other"])
    let document = document(in: scratch)
    let reports = ReceivedErrors()
    document.environment.report = { reports.add($0) }
    // As in the file main.swift of a module with this name.
    let isOpen = document.begin { $0.open(function: "Sketch", file: "Sketch/main.swift") }
    #expect(isOpen && document.text == "old")
    document.edit("new")
    let isAutosaved = document.begin { $0.autosave(function: "Sketch", file: "Sketch/main.swift") }
    #expect(isAutosaved && scratch.text("a.txt") == "new")
    document.edit("newer")
    let isSaved = document.begin {
      $0.save(
        to: scratch.url("c.txt"), for: .forCreating, function: "Sketch", file: "Sketch/main.swift")
    }
    #expect(isSaved && scratch.text("c.txt") == "newer")
    let isReverted = document.begin {
      $0.revert(toContentsOf: scratch.url("b.txt"), function: "Sketch", file: "Sketch/main.swift")
    }
    #expect(isReverted && document.text == "other" && reports.all.isEmpty)
    let replaces = document.begin {
      $0.save(
        to: scratch.url("a.txt"), for: .forCreating, function: "Sketch", file: "Sketch/main.swift")
    }
    #expect(!replaces && reports.all.map(\.code) == [.fileExists])
    document.edit("last")
    let isClosed = document.begin { $0.close(function: "Sketch", file: "Sketch/main.swift") }
    #expect(isClosed && document.documentState.contains(.closed))
    #expect(scratch.text("b.txt") == "last")
  }

  @Test func `Asynchronous code is top-level code if a function has the name of its module`()
    async
  {
    let called = [
      ("Sketch", "Sketch/main.swift"), ("stop()", "Sketch/main.swift"),
      ("Ske", "Sketch/main.swift"),
    ].map { TopLevelCode.isAsynchronous(function: $0, file: $1) }
    #expect(called == [true, false, false])
    let isTask = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: TopLevelCode.isAsynchronous(function: "Sketch", file: "Sketch/main.swift"))
      }
    }
    #expect(!isTask)
  }
}

extension Document {
  /// Calls what asynchronous functions must not.
  @discardableResult
  fileprivate func begin<Result>(_ call: (Document) -> Result) -> Result { call(self) }
}
