import Foundation
import TestSupport
import Testing
import UniformTypes

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The actions of a user on the document of a window.
@Suite @MainActor struct SessionCommands {
  private func attached(
    _ files: [String: String] = ["a.txt": "old"]
  ) async throws -> SessionFixture {
    let fixture = try SessionFixture(files)
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    return fixture
  }

  @Test func `Saving elsewhere moves the document, and replaces an item only on request`()
    async throws
  {
    let fixture = try await attached(["a.txt": "old", "b.txt": "other"])
    fixture.note?.type("new")
    #expect(await fixture.session.saveAs(to: fixture.url("b.txt")) == false)
    let problem = try #require(fixture.session.presentation.problem)
    #expect(problem.choices == [.saveElsewhere, .dismiss])
    #expect(fixture.scratch.text("b.txt") == "other")
    #expect(fixture.session.presentation.title == "a.txt")
    #expect(await fixture.session.saveAs(to: fixture.url("b.txt"), replacing: true))
    #expect(fixture.scratch.text("a.txt") == "old" && fixture.scratch.text("b.txt") == "new")
    #expect(fixture.session.presentation.title == "b.txt")
    #expect(fixture.session.presentation.problem == nil)
    #expect(await fixture.session.detach())
  }

  @Test func `Permission to replace one name does not apply to another`() async throws {
    let fixture = try await attached(["a.txt": "old", "b": "seen", "b.txt": "not seen"])
    #expect(
      await fixture.session.saveAs(to: fixture.url("b"), type: .plainText, replacing: true) == false
    )
    #expect(fixture.scratch.text("b") == "seen" && fixture.scratch.text("b.txt") == "not seen")
    #expect(await fixture.session.discard())
  }

  @Test func `Exporting keeps the URL and the changes of the document`() async throws {
    let fixture = try await attached()
    fixture.note?.type("new")
    #expect(await fixture.session.export(to: fixture.url("copy")))
    #expect(fixture.scratch.text("copy.txt") == "new" && fixture.scratch.text("a.txt") == "old")
    fixture.note?.type("newer")
    let copy = fixture.url("copy.txt")
    #expect(await fixture.session.export(to: copy) == false)
    #expect(fixture.session.presentation.problem?.choices == [.dismiss])
    #expect(await fixture.session.export(to: copy, replacing: true))
    #expect(fixture.scratch.text("copy.txt") == "newer")
    #expect(fixture.session.presentation.title == "a.txt" && fixture.session.presentation.isEdited)
    #expect(await fixture.session.discard())
  }

  @Test func `Duplicating creates another document beside the first`() async throws {
    let fixture = try await attached()
    fixture.note?.type("new")
    let copy = try #require(await fixture.session.duplicate())
    #expect(copy.localizedName == "a copy.txt" && fixture.scratch.text("a copy.txt") == "new")
    #expect(fixture.scratch.text("a.txt") == "old")
    let other = fixture.makeSession()
    #expect(await other.attach(copy))
    #expect(other.presentation.title == "a copy.txt" && !other.presentation.isEdited)
    #expect(await other.detach())
    #expect(await fixture.session.detach())
  }

  @Test func `Renaming and moving keep the undo history`() async throws {
    let fixture = try await attached(["a.txt": "old", "folder/b.txt": "taken"])
    fixture.note?.type("new")
    #expect(await fixture.session.rename(to: "b"))
    #expect(fixture.session.presentation.title == "b.txt")
    #expect(await fixture.session.move(to: fixture.url("folder")))
    #expect(fixture.session.presentation.title == "b 2.txt")
    #expect(fixture.session.presentation.place.hasSuffix("/folder"))
    #expect(fixture.session.presentation.undoTitle == "Undo Typing")
    #expect(await fixture.session.detach())
    #expect(
      try fixture.scratch.contents()
        == ["folder/": "", "folder/b.txt": "taken", "folder/b 2.txt": "new"])
  }

  @Test func `An impossible name is rejected, and the document stays`() async throws {
    let fixture = try await attached()
    #expect(await fixture.session.rename(to: "a/b") == false)
    let problem = try #require(fixture.session.presentation.problem)
    #expect(problem.remedy == "choose another name" && problem.choices == [.dismiss])
    #expect(await fixture.session.resolve(.dismiss))
    #expect(fixture.session.presentation.problem == nil)
    #expect(await fixture.session.detach())
  }

  @Test func `Reverting discards changes and the undo history`() async throws {
    let fixture = try await attached()
    fixture.note?.type("new")
    #expect(await fixture.session.revert())
    let shown = fixture.session.presentation
    #expect(fixture.note?.text == "old" && !shown.isEdited && shown.undoTitle == nil)
    #expect(await fixture.session.detach())
  }
}
