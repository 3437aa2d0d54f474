import Dispatch
import Foundation
import Synchronization
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// The actor and the order of the calls to functions of a client; one test at a time, because the
/// calls are noted by type.
@MainActor @Suite(.serialized) struct CallsOfClients {
  @Test("Q1, Q4: a value is created and written off the main actor, for its destination")
  func values() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(TracedFile.self, newDocument: TracedFile(text: "new"))
    try workplace.write("one", to: "a.txt")
    TracedFile.calls.forget()
    let document = try await workplace.open("a.txt")
    let host = try #require(document as? ValueDocument<TracedFile>)
    host.document.text = "two"
    try await host.autosaveContents()
    try await host.export(to: workplace.url("b.txt"))
    host.document.text = "three"
    try await host.saveContents(to: workplace.url("c.txt"), for: .forCreating)
    try await host.revertContents(to: host.fileURL)
    #expect(
      TracedFile.calls.all == [
        "init @ elsewhere",
        "fileWrapper to a.txt after one @ elsewhere",
        "fileWrapper to b.txt after nothing @ elsewhere",
        "fileWrapper to c.txt after nothing @ elsewhere",
        "init @ elsewhere",
      ])
    try await host.saveAndClose()
  }

  @Test(
    "Q1, Q2, Q4: a snapshot is taken on the main actor, and written off it after the previous one")
  func objects() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(TracedObject.self)
    try workplace.write("one", to: "a.txt")
    TracedObject.calls.forget()
    let document = try await workplace.open("a.txt")
    let host = try #require(document as? ObjectDocument<TracedObject>)
    host.document.text = "two"
    try await host.autosaveContents()
    host.document.text = "three"
    try await host.export(to: workplace.url("b.txt"))
    try await host.autosaveContents()
    #expect(
      TracedObject.calls.all == [
        "init @ elsewhere",
        "snapshot one @ main",
        "snapshot two @ main",
        "fileWrapper two to a.txt after one @ elsewhere",
        "snapshot three @ main",
        "fileWrapper three to b.txt after nothing @ elsewhere",
        "snapshot three @ main",
        "fileWrapper three to a.txt after two @ elsewhere",
      ])
    try await host.saveAndClose()
  }

  @Test("Q1: editing continues during the write of a snapshot, and is not in the file")
  func editingWhileWriting() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(TracedObject.self)
    try workplace.write("one", to: "a.txt")
    let document = try await workplace.open("a.txt")
    let host = try #require(document as? ObjectDocument<TracedObject>)
    let (begun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    TracedObject.gate.withLock { gate in
      gate = {
        begun.signal()
        mayEnd.wait()
      }
    }
    host.document.text = "two"
    let saving = Task { try await host.autosaveContents() }
    try await workplace.wait { begun.wait(timeout: .now()) == .success }
    host.document.text = "three"
    TracedObject.gate.withLock { $0 = nil }
    mayEnd.signal()
    try await saving.value
    #expect(try workplace.text("a.txt") == "two")
    #expect(host.hasUnsavedChanges)
    try await host.saveAndClose()
    #expect(try workplace.text("a.txt") == "three")
  }

  @Test("A controller creates new documents of registered values, and none without")
  func newDocuments() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(TracedFile.self, newDocument: TracedFile(text: "new"))
    let document = try await workplace.controller.newDocument(at: workplace.url("New.txt"))
    #expect((document as? ValueDocument<TracedFile>)?.document.text == "new")
    #expect(try workplace.text("New.txt") == "new")
    try await document.saveAndClose()
    workplace.controller.register(TracedObject.self)
    let error = await #expect(throws: DocumentError.self) {
      _ = try await workplace.controller.newDocument(at: workplace.url("Other.txt"))
    }
    #expect(error?.code == .notOpen)
    workplace.controller.register(TracedObject.self, newDocument: TracedObject(text: "object"))
    let other = try await workplace.controller.newDocument(at: workplace.url("Other.txt"))
    #expect(try workplace.text("Other.txt") == "object")
    try await other.saveAndClose()
  }

  @Test("Q2: a package links files that its document keeps from the existing one")
  func linking() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(AlbumFile.self)
    try workplace.write("Title.txt=Sea;Pictures/1.png=one", to: "a.clientalbum")
    func fileNumber() throws -> UInt64? {
      let path = workplace.url("a.clientalbum/Pictures/1.png").path
      return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
    }
    let before = try fileNumber()
    let document = try await workplace.open("a.clientalbum")
    let host = try #require(document as? ValueDocument<AlbumFile>)
    host.document.title = "Land"
    try await host.autosaveContents()
    #expect(try workplace.contents("a.clientalbum") == "Title.txt=Land;Pictures/1.png=one")
    #expect(try before != nil && fileNumber() == before)
    host.document.pictures["1.png"] = Data("two".utf8)
    try await host.saveAndClose()
    #expect(try fileNumber() != before)
  }
}
