import Foundation
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// The rules only of documents with readers and writers; `ClientsOfSwiftUI` has the common ones.
@MainActor @Suite(.serialized) struct Models {
  private func open(_ text: String) async throws -> (Workplace, ModelDocument<DiaryModel>) {
    let workplace = try Workplace()
    workplace.controller.register(DiaryModel.self, makingDocument: DiaryModel())
    try workplace.write(text, to: "a.txt")
    let document = try await workplace.open("a.txt")
    return (workplace, try #require(document as? ModelDocument<DiaryModel>))
  }

  @Test("Q1, Q2: reader and writer work off the main actor, and know the previous snapshot")
  func places() async throws {
    let (workplace, host) = try await open("traced")
    defer { workplace.remove() }
    host.document.days.append("two")
    #expect(host.hasUnsavedChanges)
    try await host.autosaveContents()
    host.document.days.append("three")
    try await host.export(to: workplace.url("b.json"), ofType: "public.json")
    try await host.autosaveContents()
    #expect(
      DiaryWriter.calls.all.filter { $0.contains("traced") } == [
        "read traced @ elsewhere",
        #"write ["traced", "two"] after ["traced"] @ elsewhere"#,
        #"write ["traced", "two", "three"] after [] @ elsewhere"#,
        #"write ["traced", "two", "three"] after ["traced", "two"] @ elsewhere"#,
      ])
    #expect(try workplace.text("b.json") == #"["traced","two","three"]"#)
    try await host.saveAndClose()
  }

  @Test(
    "Q5: contents that another process saves are applied to the same object after the previous snapshot"
  )
  func rereading() async throws {
    let (workplace, host) = try await open("one")
    defer { workplace.remove() }
    let model = host.document
    #expect(model.previous == nil)
    try workplace.writeAsOther("two", to: "a.txt")
    try await workplace.wait { model.days == ["two"] }
    try await workplace.wait { host.documentState == .normal }
    #expect(host.document === model && model.previous == ["one"] && !host.hasUnsavedChanges)
    model.days = ["three"]
    #expect(host.hasUnsavedChanges)
    try await host.saveAndClose()
    #expect(try workplace.text("a.txt") == "three")
  }

  @Test("Asynchronous functions of the document are awaited; a duplicate cannot wait")
  func waiting() async throws {
    let (workplace, host) = try await open("one")
    defer { workplace.remove() }
    let copy = try host.duplicate()
    #expect(copy.document.days == ["one"] && copy.document !== host.document)
    try await copy.close(discardingChanges: true)
    host.document.isSlow = true
    host.document.days = ["two"]
    host.updateChangeCount(.done)
    try await host.autosaveContents()
    #expect(try workplace.text("a.txt") == "two")
    #expect(throws: DocumentError.self) { try host.duplicate() }
    try workplace.write("three", to: "a.txt")
    try await host.revertContents(to: host.fileURL)
    #expect(host.document.days == ["three"] && !host.hasUnsavedChanges)
    try await host.saveAndClose()
  }

  @Test(
    "Contents that the reader rejects are not opened, and a document without a writer is for viewing"
  )
  func refusing() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(ArchiveModel.self, makingDocument: ArchiveModel())
    try workplace.write("unreadable", to: "a.txt")
    let document = try workplace.make("a.txt")
    let error = await #expect(throws: DocumentError.self) { try await document.openContents() }
    #expect((error?.underlyingError as? CocoaError)?.code == .fileReadCorruptFile)
    try workplace.write("one", to: "a.txt")
    try await document.openContents()
    let host = try #require(document as? ModelDocument<ArchiveModel>)
    #expect(host.document.text == "one" && !host.isEditable && host.isForViewing)
    #expect(host.configuration.fileURL == workplace.url("a.txt"))
    #expect(host.configuration.lastContentModificationDate != nil)
    await #expect(throws: DocumentError.self) {
      try await host.saveContents(to: workplace.url("b.txt"), for: .forCreating)
    }
    try await host.saveAndClose()
  }

  @Test("A coordinator of the configuration does not notify the document of its accesses")
  func coordinating() async throws {
    let (workplace, host) = try await open("one")
    defer { workplace.remove() }
    var (contents, coordinationError) = ("", nil as NSError?)
    host.configuration.makeFileCoordinator().coordinate(
      readingItemAt: host.fileURL, options: [], error: &coordinationError
    ) { url in
      contents = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    }
    #expect(contents == "one" && coordinationError == nil)
    try await host.saveAndClose()
  }
}
