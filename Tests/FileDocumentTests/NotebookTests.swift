import Foundation
import Synchronization
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// A place at which functions of the main actor wait.
@MainActor private final class Gate {
  var passages = 0
  var isOpen = false
}

/// Documents in the shape of SDK 27, with readers and writers of file wrappers and other ones.
@MainActor @Suite(.serialized) struct Notebooks {
  private static let pages = "1.txt=one;2.txt=two"

  /// Opens a package of two pages.
  private func open<Content: ReadableDocument>(
    _ content: @autoclosure @escaping @MainActor () -> Content
  ) async throws -> (Workplace, ModelDocument<Content>) {
    let workplace = try Workplace()
    workplace.controller.register(Content.self, makingDocument: content())
    try workplace.write(Self.pages, to: "a.clientalbum")
    let document = try await workplace.open("a.clientalbum")
    return (workplace, try #require(document as? ModelDocument<Content>))
  }

  /// The number of the file of a page, which a file that is written again does not have.
  private func number(_ workplace: Workplace, _ page: String) throws -> UInt64 {
    let url = workplace.url("a.clientalbum/\(page)")
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return try #require(attributes[.systemFileNumber] as? NSNumber).uint64Value
  }

  @Test("A text with file wrappers is created, saved and read again")
  func text() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(PoemDocument.self) { PoemDocument($0, $1) }
    let new = try await workplace.controller.newDocument(
      at: workplace.url("a.txt"), creationSource: .ballad)
    let host = try #require(new as? ModelDocument<PoemDocument>)
    #expect(host.document.source == .ballad && host.document.configuration == host.configuration)
    #expect(host.document.configuration?.fileURL == workplace.url("a.txt"))
    #expect(try workplace.text("a.txt") == "Ballad")
    host.document.text = "Sonnet"
    try await host.saveAndClose()
    #expect(try workplace.text("a.txt") == "Sonnet")
    let opened = try #require(try await workplace.open("a.txt") as? ModelDocument<PoemDocument>)
    #expect(opened.document.text == "Sonnet" && opened.document.source == nil)
    try workplace.writeAsOther("Ode", to: "a.txt")
    try await workplace.wait { opened.document.text == "Ode" }
    #expect(PoemDocument.writableContentTypes == PoemDocument.readableContentTypes)
    try await opened.saveAndClose()
  }

  @Test("What makes a document may wait, once for each document that is created or opened")
  func waitingFactory() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    let gate = Gate()
    var document: Document?
    workplace.controller.register(PoemDocument.self) { configuration, context in
      gate.passages += 1
      while !gate.isOpen { try await Task.sleep(for: .milliseconds(1)) }
      return PoemDocument(configuration, context)
    }
    let creation = Task {
      document = try await workplace.controller.newDocument(
        at: workplace.url("a.txt"), creationSource: .ballad)
    }
    try await workplace.wait { gate.passages == 1 }
    #expect(!FileManager.default.fileExists(atPath: workplace.url("a.txt").path))
    gate.isOpen = true
    try await creation.value
    let new = try #require(document as? ModelDocument<PoemDocument>)
    #expect(try workplace.text("a.txt") == "Ballad")
    try await new.saveAndClose()
    workplace.controller.removeDocument(new)
    gate.isOpen = false
    let opening = Task { document = try await workplace.open("a.txt") }
    try await workplace.wait { gate.passages == 2 }
    gate.isOpen = true
    try await opening.value
    let opened = try #require(document as? ModelDocument<PoemDocument>)
    #expect(opened.document.text == "Ballad" && opened.document.source == nil && gate.passages == 2)
    try await opened.saveAndClose()
    // The main actor cannot wait in a synchronous function.
    gate.isOpen = false
    let unread = try #require(try workplace.make("a.txt") as? ModelDocument<PoemDocument>)
    #expect(throws: DocumentError.self) { try unread.read(from: workplace.url("a.txt")) }
    gate.isOpen = true
    try await unread.openContents()
    #expect(unread.document.text == "Ballad" && gate.passages == 3)
    try await unread.saveAndClose()
  }

  @Test("A cancelled creation makes no file and no document")
  func cancelledFactory() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(PoemDocument.self) { (_, _) async throws -> PoemDocument in
      await Task.yield()
      throw CancellationError()
    }
    for isDraft in [false, true] {
      await #expect(throws: CancellationError.self) {
        _ = try await workplace.controller.newDocument(at: workplace.url("a.txt"), isDraft: isDraft)
      }
    }
    #expect(workplace.controller.documents.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: workplace.url("a.txt").path))
  }

  @Test("The location and the date of a configuration can be set")
  func settableConfiguration() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(PoemDocument.self) { PoemDocument($0, $1) }
    try workplace.write("one", to: "a.txt")
    let host = try #require(try await workplace.open("a.txt") as? ModelDocument<PoemDocument>)
    let configuration = try #require(host.document.configuration)
    try FileManager.default.moveItem(at: workplace.url("a.txt"), to: workplace.url("b.txt"))
    configuration.fileURL = workplace.url("b.txt")
    #expect(configuration.fileURL == workplace.url("b.txt"))
    host.document.text = "two"
    try await host.saveContents(to: host.fileURL, for: .forOverwriting)
    #expect(try workplace.text("b.txt") == "two")
    #expect(!FileManager.default.fileExists(atPath: workplace.url("a.txt").path))
    configuration.fileURL = nil
    #expect(host.fileURL == workplace.url("b.txt"))
    let date = Date(timeIntervalSinceReferenceDate: 1000)
    configuration.lastContentModificationDate = date
    #expect(host.fileModificationDate == date)
    try await host.saveAndClose()
  }

  @Test("A document that keeps its configuration is released")
  func release() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(PoemDocument.self) { PoemDocument($0, $1) }
    try workplace.write("one", to: "a.txt")
    weak var content: PoemDocument?
    do {
      let host = try await workplace.open("a.txt") as? ModelDocument<PoemDocument>
      content = host?.document
      #expect(content != nil)
      try await host?.saveAndClose()
      if let host { workplace.controller.removeDocument(host) }
    }
    try await workplace.wait { content == nil }
  }

  @Test("Q2: the writer gets the wrapper that was read or saved, and unchanged pages are kept")
  func linking() async throws {
    let (workplace, host) = try await open(NotebookDocument())
    defer { workplace.remove() }
    let kept = try number(workplace, "2.txt")
    host.document.pages["1.txt"] = "linked"
    try await host.autosaveContents()
    host.document.pages["3.txt"] = "linked too"
    try await host.export(to: workplace.url("b.clientalbum"))
    try await host.autosaveContents()
    #expect(
      NotebookDocument.calls.all.filter { $0.contains("linked") }.map { $0.contains("last true") }
        == [true, false, true])
    let saved = "1.txt=linked;2.txt=two;3.txt=linked too"
    #expect(try workplace.contents("a.clientalbum") == saved)
    #expect(try workplace.contents("b.clientalbum") == saved)
    #expect(try number(workplace, "2.txt") == kept)
    host.document.pages["1.txt"] = nil
    try await host.saveAndClose()
    #expect(try workplace.contents("a.clientalbum") == "2.txt=two;3.txt=linked too")
  }

  @Test("Q2: a save that fails leaves the package, and the next one writes it completely")
  func failing() async throws {
    let (workplace, host) = try await open(NotebookDocument())
    defer { workplace.remove() }
    host.document.pages = ["1.txt": "failed", "2.txt": "two"]
    host.document.fails = true
    await #expect(throws: (any Error).self) { try await host.autosaveContents() }
    #expect(try workplace.contents("a.clientalbum") == Self.pages)
    host.document.fails = false
    try await host.autosaveContents()
    // Changes that cannot be saved are written elsewhere too, without the earlier wrapper.
    let gotWrapper = NotebookDocument.calls.all.filter { $0.contains("failed") }.map {
      $0.contains("last true")
    }
    #expect(gotWrapper.count > 1 && gotWrapper.first == true && !gotWrapper[1...].contains(true))
    #expect(try workplace.contents("a.clientalbum") == "1.txt=failed;2.txt=two")
    try await host.saveAndClose()
  }

  @Test("Q2: a writer of changes only finds the package at its destination")
  func changesOnly() async throws {
    let (workplace, host) = try await open(SheafDocument())
    defer { workplace.remove() }
    host.document.pages["partial.txt"] = "three"
    try await host.autosaveContents()
    #expect(SheafWriter.calls.all.contains { $0.hasPrefix(#"wrote ["partial.txt"]"#) })
    #expect(try workplace.contents("a.clientalbum") == Self.pages + ";partial.txt=three")
    // The pages before the failure are written to the copy.
    host.document.pages["1.txt"] = "new"
    host.document.pages["2.txt"] = "unwritable"
    await #expect(throws: (any Error).self) { try await host.autosaveContents() }
    #expect(try workplace.contents("a.clientalbum") == Self.pages + ";partial.txt=three")
    host.document.pages["2.txt"] = nil
    try await host.autosaveContents()
    #expect(try workplace.contents("a.clientalbum") == "1.txt=new;partial.txt=three")
    try await host.export(to: workplace.url("b.clientalbum"))
    #expect(try workplace.contents("b.clientalbum") == "1.txt=new;partial.txt=three")
    try await host.saveAndClose()
    let new = try await workplace.controller.newDocument(at: workplace.url("c.clientalbum"))
    let sheaf = try #require(new as? ModelDocument<SheafDocument>)
    sheaf.document.pages["1.txt"] = "first"
    try await sheaf.saveAndClose()
    #expect(try workplace.contents("c.clientalbum") == "1.txt=first")
  }

  @Test("Q2: after a change by another process the whole package is written")
  func afterOthers() async throws {
    let (workplace, host) = try await open(SheafDocument())
    defer { workplace.remove() }
    host.document.pages["1.txt"] = "ours"
    try workplace.writeAsOther("1.txt=theirs", to: "a.clientalbum")
    try await workplace.wait { host.documentState.contains(.inConflict) }
    host.overwritesChangesOnDisk = true
    try await host.saveContents(to: host.fileURL, for: .forOverwriting)
    #expect(try workplace.contents("a.clientalbum") == "1.txt=ours;2.txt=two")
    try await host.saveAndClose()
  }

  @Test("A progress counts its units, and the parts of its shares")
  func progress() {
    let manager = ProgressManager(totalCount: 10)
    manager.complete(count: 2)
    // A share that is not started is done.
    _ = manager.subprogress(assigningCount: 2)
    #expect(manager.fractionCompleted == 0.4 && manager.completedCount == 4)
    var child: ProgressManager? = manager.subprogress(assigningCount: 6).start(totalCount: 3)
    child?.complete(count: 1)
    #expect(abs(manager.fractionCompleted - 0.6) < 1e-9 && !manager.isFinished)
    child = nil
    #expect(manager.isFinished && manager.completedCount == 10 && "\(manager)" == "10 of 10")
    let unknown = ProgressManager(totalCount: nil)
    unknown.complete(count: 3)
    #expect(unknown.isIndeterminate && unknown.fractionCompleted == 0 && !unknown.isFinished)
    unknown.setCounts { completed, total in
      completed += 1
      total = 8
    }
    #expect(unknown.fractionCompleted == 0.5 && unknown.totalCount == 8)
  }
}
