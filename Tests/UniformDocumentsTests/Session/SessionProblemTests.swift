import Foundation
import TestSupport
import Testing

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The ways out of what is wrong with a document.
@Suite @MainActor struct SessionProblems {
  /// A document whose file another process has changed while it was edited.
  private func conflict() async throws -> SessionFixture {
    let fixture = try SessionFixture()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    fixture.note?.type("ours")
    try Data("theirs".utf8).write(to: fixture.url("a.txt"))
    #expect(await fixture.session.save() == false)
    return fixture
  }

  private func end(_ fixture: SessionFixture) async throws -> DocumentPresentation {
    let shown = fixture.session.presentation
    #expect(await fixture.session.detach())
    return shown
  }

  @Test func `A conflict offers choices for both contents`() async throws {
    let fixture = try await conflict()
    let problem = try #require(fixture.session.presentation.problem)
    #expect(problem.choices == [.keepBoth, .saveElsewhere, .revert, .overwrite])
    #expect(await fixture.session.detach() == false)
    #expect(fixture.session.presentation.isOpen && fixture.note?.text == "ours")
    #expect(await fixture.session.discard())
    #expect(fixture.scratch.text("a.txt") == "theirs")
  }

  @Test func `A conflict that a document detects is shown to every session`() async throws {
    let fixture = try SessionFixture()
    let other = fixture.makeSession()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    #expect(await other.attach(to: fixture.url("a.txt")))
    fixture.note?.type("ours")
    try Data("theirs".utf8).write(to: fixture.url("a.txt"))
    #expect(await fixture.note?.autosave() == false)
    for session in [fixture.session, other] {
      let shown = await fixture.shown(by: session) { $0.problem?.keptAt != nil }
      #expect(shown?.problem?.choices.contains(.keepBoth) == true)
    }
    let third = fixture.makeSession()
    #expect(await third.attach(to: fixture.url("a.txt")))
    #expect(third.presentation.problem?.choices.first == .keepBoth)
    #expect(await third.resolve(.overwrite))
    #expect(await fixture.shown { $0.problem == nil } != nil)
    #expect(fixture.scratch.text("a.txt") == "ours")
    for session in [third, other, fixture.session] { #expect(await session.detach()) }
  }

  @Test func `Overwriting keeps our contents, and applies once`() async throws {
    let fixture = try await conflict()
    #expect(await fixture.session.resolve(.overwrite))
    #expect(fixture.note?.overwritesChangesOnDisk == false)
    #expect(try await end(fixture).problem == nil)
    #expect(fixture.scratch.text("a.txt") == "ours")
  }

  @Test func `Reverting keeps the other contents`() async throws {
    let fixture = try await conflict()
    #expect(await fixture.session.resolve(.revert))
    #expect(fixture.note?.text == "theirs")
    #expect(try await end(fixture).problem == nil)
  }

  @Test func `Keeping both continues under a free name`() async throws {
    let fixture = try await conflict()
    try Data("taken".utf8).write(to: fixture.url("a 2.txt"))
    #expect(await fixture.session.resolve(.keepBoth))
    #expect(fixture.session.presentation.undoTitle == "Undo Typing")
    #expect(try await end(fixture).title == "a 3.txt")
    #expect(fixture.scratch.text("a.txt") == "theirs" && fixture.scratch.text("a 3.txt") == "ours")
    #expect(fixture.scratch.text("a 2.txt") == "taken")
  }

  @Test func `Saving elsewhere requires a URL`() async throws {
    let fixture = try await conflict()
    #expect(await fixture.session.resolve(.saveElsewhere) == false)
    #expect(await fixture.session.resolve(.saveElsewhere, at: fixture.url("b.txt")))
    #expect(try await end(fixture).title == "b.txt")
    #expect(fixture.scratch.text("a.txt") == "theirs" && fixture.scratch.text("b.txt") == "ours")
  }

  @Test func `A dismissed problem is replaced by another one`() async throws {
    let fixture = try await conflict()
    #expect(await fixture.session.resolve(.dismiss))
    #expect(fixture.session.presentation.problem == nil)
    #expect(await fixture.session.rename(to: "a/b") == false)
    #expect(fixture.session.presentation.problem?.choices == [.dismiss])
    #expect(await fixture.session.save() == false)
    #expect(fixture.session.presentation.problem?.choices.first == .keepBoth)
    #expect(await fixture.session.discard())
  }

  @Test func `A deleted item is recreated on request`() async throws {
    let fixture = try SessionFixture()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    fixture.note?.type("ours")
    try FileManager.default.removeItem(at: fixture.url("a.txt"))
    fixture.note?.accommodatePresentedItemDeletion { _ in }
    #expect(await fixture.session.save() == false)
    #expect(
      fixture.session.presentation.problem?.choices == [.overwrite, .saveElsewhere, .discard])
    #expect(await fixture.session.resolve(.overwrite))
    #expect(fixture.scratch.text("a.txt") == "ours")
    #expect(await fixture.session.detach())
  }

  @Test func `A deleted item is reported before a save`() async throws {
    let fixture = try SessionFixture()
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    fixture.note?.accommodatePresentedItemDeletion { _ in }
    let shown = await fixture.shown { $0.problem != nil }
    #expect(shown?.problem?.message == "a.txt was deleted")
    #expect(await fixture.session.discard())
  }

  @Test func `A failure of a copy is no problem of the document`() async throws {
    let fixture = try await conflict()
    #expect(await fixture.session.rename(to: "a/b") == false)
    #expect(fixture.note?.problem?.code == .changedOnDisk)
    let other = fixture.makeSession()
    #expect(await other.attach(fixture.note))
    #expect(other.presentation.problem?.choices.first == .keepBoth)
    #expect(await other.discard())
    #expect(await fixture.session.discard())
  }

  @Test func `An unwritable item is reported when it is attached`() async throws {
    let fixture = try SessionFixture()
    #expect(chmod(fixture.url("a.txt").path, 0o444) == 0)
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    let shown = fixture.session.presentation
    #expect(shown.isEditable && shown.problem?.choices == [.saveElsewhere, .retry, .discard])
    #expect(await fixture.session.resolve(.saveElsewhere, at: fixture.url("b.txt")))
    #expect(fixture.session.presentation.problem == nil)
    #expect(await fixture.session.detach())
  }

  @Test func `Contents that an earlier run has kept elsewhere are attached again`() async throws {
    let fixture = try SessionFixture([:])
    let draft = SessionNote.makeDocument(at: fixture.url("b.txt"))
    draft.isDraft = true
    try await draft.openContents()
    (draft as? SessionNote)?.type("ours")
    try await draft.autosaveContents()
    // The lock goes with the program.
    draft.record.withValues { $0.autosaved = nil }
    let found = try fixture.controller.autosavedDocuments(in: draft.environment)
    #expect(await fixture.session.attach(recovering: try #require(found.first)))
    let shown = fixture.session.presentation
    #expect(fixture.note?.text == "ours" && shown.isEdited && shown.isDraft)
    #expect(shown.title == "b.txt" && fixture.scratch.text("b.txt") == nil)
    #expect(await fixture.session.detach())
    #expect(fixture.scratch.text("b.txt") == "ours")
    try await draft.close(discardingChanges: true)
  }
}
