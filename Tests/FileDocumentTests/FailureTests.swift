import Foundation
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// Documents that fail say why, and lose nothing.
@MainActor @Suite struct FailuresOfClients {
  private func open(_ text: String) async throws -> (Workplace, ObjectDocument<BrittleDocument>) {
    let workplace = try Workplace()
    workplace.controller.register(BrittleDocument.self)
    try workplace.write(text, to: "a.txt")
    let document = try await workplace.open("a.txt")
    return (workplace, try #require(document as? ObjectDocument<BrittleDocument>))
  }

  @Test("An unreadable item is not opened, and the error is the document's own")
  func unreadable() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(BrittleDocument.self)
    try workplace.write("unreadable", to: "a.txt")
    let document = try workplace.make("a.txt")
    let error = await #expect(throws: DocumentError.self) { try await document.openContents() }
    #expect(error?.underlyingError as? BrittleError == .unreadable)
    #expect(document.documentState.contains(.closed))
    #expect(try workplace.text("a.txt") == "unreadable")
  }

  @Test(
    "Changes that cannot be saved stay in the document, and the file is unchanged",
    arguments: [("no snapshot", BrittleError.noSnapshot), ("unwritable", .unwritable)])
  func unsaved(_ text: String, _ reason: BrittleError) async throws {
    let (workplace, host) = try await open("one")
    defer { workplace.remove() }
    host.document.text = text
    for save in [
      { try await host.saveContents(to: host.fileURL, for: .forOverwriting) },
      { try await host.autosaveContents() },
      { try await host.export(to: workplace.url("b.txt")) },
      { try await host.saveAndClose() },
    ] {
      let error = await #expect(throws: DocumentError.self) { try await save() }
      #expect(error?.underlyingError as? BrittleError == reason)
      #expect(error?.unsavedContents == .inMemory && error?.isOriginalIntact == true)
    }
    #expect(throws: DocumentError.self) { try host.duplicate() }
    #expect(host.documentState == .savingError && host.hasUnsavedChanges && host.isEditable)
    #expect(try workplace.text("a.txt") == "one")
    #expect(!FileManager.default.fileExists(atPath: workplace.url("b.txt").path))
    host.document.text = "two"
    try await host.saveAndClose()
    #expect(try workplace.text("a.txt") == "two")
  }

  @Test("Q5: a change by another process that cannot be read leaves the document unchanged")
  func unreadableChange() async throws {
    let (workplace, host) = try await open("one")
    defer { workplace.remove() }
    let object = host.document
    try workplace.writeAsOther("unreadable", to: "a.txt")
    try await workplace.wait { host.documentState.contains(.savingError) }
    #expect(host.document === object && host.document.text == "one")
    try await host.close(discardingChanges: true)
  }

  @Test("Q5: a change by another process creates another object, and views are notified")
  func otherObject() async throws {
    let (workplace, host) = try await open("one")
    defer { workplace.remove() }
    let (old, calls) = (host.document, Calls())
    withObservationTracking {
      _ = host.document
    } onChange: {
      calls.note("change")
    }
    try workplace.writeAsOther("two", to: "a.txt")
    try await workplace.wait { host.document !== old }
    #expect(host.document.text == "two" && calls.all == ["change @ main"])
    old.text = "of nobody"
    #expect(!host.hasUnsavedChanges)
    try await host.saveAndClose()
  }
}
