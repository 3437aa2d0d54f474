import Foundation
import TestSupport
import Testing

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The behavior of UIDocumentViewController that needs no view.
@Suite @MainActor struct DocumentSessions {
  @Test func `A session without a document shows the empty state`() async throws {
    let fixture = try SessionFixture()
    #expect(fixture.session.presentation == .empty)
    #expect(await fixture.session.save() == false)
    fixture.session.undo()
    #expect(await fixture.session.detach())
    #expect(fixture.steps.isEmpty)
  }

  @Test func `A document is opened when it is attached, and reported before attaching ends`()
    async throws
  {
    let fixture = try SessionFixture()
    let note = SessionNote.makeDocument(at: fixture.url("a.txt"))
    #expect(await fixture.session.attach(note))
    #expect(
      fixture.steps == [
        "nothing busy", "a.txt busy", "a.txt open busy", "opened a.txt", "a.txt open",
      ])
    let shown = fixture.session.presentation
    #expect(shown.title == "a.txt" && shown.url == note.fileURL && shown.isOpen && shown.isEditable)
    #expect(shown.type == "public.plain-text")
    #expect(!shown.isEdited && !shown.isBusy && shown.problem == nil)
    #expect(fixture.controller.documents.contains { $0 === note })
    #expect(await fixture.session.detach())
  }

  @Test func `An open document is reported once, and not read again`() async throws {
    let fixture = try SessionFixture()
    let note = TracingDocument.make(fixture.url("a.txt"))
    try await note.openContents()
    #expect(await fixture.session.attach(note))
    #expect(await fixture.session.attach(note))
    #expect(fixture.steps.filter { $0.hasPrefix("opened") } == ["opened a.txt"])
    #expect(note.trace.names.filter { $0 == "read" }.count == 1)
    #expect(await fixture.session.detach())
  }

  @Test func `Detaching saves and closes`() async throws {
    let fixture = try SessionFixture()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    let note = try #require(fixture.note)
    note.type("new")
    #expect(await fixture.session.detach())
    #expect(fixture.scratch.text("a.txt") == "new" && note.documentState == .closed)
    #expect(fixture.session.presentation == .empty && fixture.session.document == nil)
    #expect(
      fixture.steps.suffix(2) == ["detached a.txt", "nothing"]
        && fixture.controller.documents.isEmpty)
  }

  @Test func `Attaching nil detaches`() async throws {
    let fixture = try SessionFixture()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    #expect(await fixture.session.attach(nil))
    #expect(fixture.session.presentation == .empty && fixture.controller.documents.isEmpty)
  }

  @Test func `Another document replaces the first, which is saved and closed`()
    async throws
  {
    let fixture = try SessionFixture(["a.txt": "a", "b.txt": "b"])
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    fixture.note?.type("A")
    #expect(await fixture.session.attach(to: fixture.url("b.txt")))
    #expect(fixture.scratch.text("a.txt") == "A" && fixture.note?.text == "b")
    let received = fixture.steps.filter { $0.hasPrefix("opened") || $0.hasPrefix("detached") }
    #expect(received == ["opened a.txt", "detached a.txt", "opened b.txt"])
    #expect(await fixture.session.detach())
  }

  @Test func `Simultaneous commands run one after the other`() async throws {
    let fixture = try SessionFixture(["a.txt": "a", "b.txt": "b"])
    // Unlike `async let`, tasks of the main actor begin in the order that they are made in.
    let first = Task { await fixture.session.attach(to: fixture.url("a.txt")) }
    let second = Task { await fixture.session.attach(to: fixture.url("b.txt")) }
    let third = Task { await fixture.session.detach() }
    #expect(await [first.value, second.value, third.value] == [true, true, true])
    #expect(fixture.controller.documents.isEmpty)
    #expect(fixture.steps.filter { $0.hasPrefix("opened") }.count == 2)
  }

  @Test func `A document that cannot be opened leaves the session empty, with a reason`()
    async throws
  {
    let fixture = try SessionFixture()
    #expect(await fixture.session.attach(to: fixture.url("missing.txt")) == false)
    let problem = try #require(fixture.session.presentation.problem)
    #expect(fixture.session.document == nil && fixture.controller.documents.isEmpty)
    #expect((problem.error as? DocumentError)?.code == .noSuchFile)
    #expect(problem.choices == [.retry, .dismiss] && problem.message.contains("missing.txt"))
    try Data("late".utf8).write(to: fixture.url("missing.txt"))
    #expect(await fixture.session.resolve(.retry))
    #expect(fixture.note?.text == "late" && fixture.session.presentation.problem == nil)
    #expect(await fixture.session.detach())
  }

  @Test func `A dismissed failure is not shown again`() async throws {
    let fixture = try SessionFixture()
    #expect(await fixture.session.attach(to: fixture.url("missing.txt")) == false)
    #expect(await fixture.session.resolve(.dismiss))
    #expect(fixture.session.presentation == .empty)
  }

  @Test func `Edits, undo and redo are shown with their names`() async throws {
    let fixture = try SessionFixture()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    fixture.note?.type("new", named: "Greeting")
    let edited = await fixture.shown { $0.isEdited && $0.undoTitle == "Undo Greeting" }
    #expect(edited?.redoTitle == nil)
    fixture.session.undo()
    #expect(fixture.note?.text == "old" && fixture.session.presentation.undoTitle == nil)
    #expect(fixture.session.presentation.redoTitle == "Redo Greeting")
    _ = await fixture.shown { !$0.isEdited }
    fixture.session.redo()
    #expect(fixture.note?.text == "new")
    #expect(await fixture.session.save())
    #expect(!fixture.session.presentation.isEdited && fixture.scratch.text("a.txt") == "new")
    #expect(await fixture.session.detach())
  }

  @Test func `A session follows a document that is closed outside of it`() async throws {
    let fixture = try SessionFixture()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    try await fixture.note?.saveAndClose()
    let shown = await fixture.shown { !$0.isOpen }
    #expect(shown?.isEditable == false && shown?.title == "a.txt")
    #expect(await fixture.session.detach())
  }

  @Test func `Two sessions show one document, and the last one closes it`() async throws {
    let fixture = try SessionFixture()
    let other = fixture.makeSession()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    #expect(await other.attach(to: fixture.url("a.txt")))
    #expect(other.document === fixture.note)
    fixture.note?.type("new")
    #expect(await fixture.shown(by: other) { $0.isEdited } != nil)
    #expect(await other.detach())
    #expect(fixture.session.presentation.isOpen && fixture.scratch.text("a.txt") == "new")
    fixture.note?.type("newer")
    #expect(await fixture.session.detach())
    #expect(fixture.scratch.text("a.txt") == "newer" && fixture.controller.documents.isEmpty)
  }

  @Test func `Discarding leaves the item unchanged, and discards the changes of other sessions`()
    async throws
  {
    let fixture = try SessionFixture()
    let other = fixture.makeSession()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    #expect(await other.attach(to: fixture.url("a.txt")))
    fixture.note?.type("new")
    #expect(await other.discard())
    #expect(fixture.note?.text == "new" && fixture.session.presentation.isOpen)
    #expect(await fixture.session.discard())
    #expect(fixture.scratch.text("a.txt") == "old" && fixture.session.presentation == .empty)
  }

  @Test func `A stream begins with the present value, and ends with the session`() async throws {
    let fixture = try SessionFixture()
    var session: DocumentSession? = fixture.makeSession()
    let stream = try #require(session?.presentations)
    session = nil
    var values: [DocumentPresentation] = []
    for await value in stream { values.append(value) }
    #expect(values == [.empty])
  }
}
