import Foundation
import StorageTestSupport
import TestSupport
import Testing

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The versions of its document that a window shows.
@Suite @MainActor struct SessionVersions {
  /// A document that keeps versions, and is shown.
  private func attached(_ files: [String: String] = ["a.txt": "old"]) async throws
    -> SessionFixture
  {
    let fixture = try SessionFixture(files)
    fixture.controller.preservesVersions = true
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    return fixture
  }

  private func texts(_ session: DocumentSession) async throws -> [String] {
    try await session.versions().map { try String(contentsOf: $0.url, encoding: .utf8) }
  }

  @Test func `Versions are listed with their dates, the newest first`() async throws {
    let fixture = try await attached()
    #expect(await fixture.session.versions().isEmpty)
    for text in ["second", "third"] {
      fixture.note?.type(text)
      #expect(await fixture.session.save())
    }
    #expect(try await texts(fixture.session) == ["second", "old"])
    let versions = await fixture.session.versions()
    #expect(versions[0].date >= versions[1].date && versions[0].byteCount == 6)
    #expect(versions[0].computer != nil && versions[0].user != nil)
    #expect(versions.allSatisfy { !$0.isConflict } && versions[0].id != versions[1].id)
    #expect(await fixture.session.detach())
    #expect(await fixture.session.versions().isEmpty)
  }

  @Test func `A list that is requested during a save has what the save replaces`() async throws {
    let fixture = try await attached()
    let gate = StoreGate { call in
      guard case .createDirectory(let place) = call else { return false }
      return place.path.string.contains("/versions/")
    }
    fixture.note?.environment.store = gate.store
    fixture.note?.type("new")
    let save = Task { await fixture.session.save() }
    await gate.arrival()
    #expect(fixture.scratch.text("a.txt") == "new")
    let listing = Task { try await texts(fixture.session) }
    try await Task.sleep(for: .milliseconds(50))
    gate.open()
    #expect(try await listing.value == ["old"])
    #expect(await save.value)
    #expect(await fixture.session.detach())
  }

  @Test func `Restoring saves changes, and keeps all replaced contents`() async throws {
    let fixture = try await attached()
    fixture.note?.type("new")
    #expect(await fixture.session.save())
    fixture.note?.type("newer")
    let old = try #require(await fixture.session.versions().last)
    #expect(await fixture.session.restore(old))
    #expect(fixture.note?.text == "old" && fixture.scratch.text("a.txt") == "old")
    let shown = fixture.session.presentation
    #expect(!shown.isEdited && shown.isEditable && shown.problem == nil && shown.title == "a.txt")
    #expect(try await texts(fixture.session) == ["newer", "new", "old"])
    let newer = try #require(await fixture.session.versions().first)
    #expect(await fixture.session.restore(newer))
    #expect(fixture.scratch.text("a.txt") == "newer")
    #expect(await fixture.session.detach())
  }

  @Test func `A document without versions keeps the contents that restoring replaces`() async throws
  {
    let fixture = try await attached()
    fixture.note?.type("new")
    #expect(await fixture.session.save())
    fixture.note?.preservesVersions = false
    let old = try #require(await fixture.session.versions().first)
    #expect(await fixture.session.restore(old))
    #expect(fixture.note?.preservesVersions == false)
    #expect(try await texts(fixture.session) == ["new", "old"])
    #expect(await fixture.session.detach())
  }

  @Test func `The save before does not thin out the version to restore`() async throws {
    let fixture = try await attached()
    for number in 1...20 {
      fixture.note?.type("\(number)")
      #expect(await fixture.session.save())
    }
    fixture.note?.type("21")
    let oldest = try #require(await fixture.session.versions().last)
    #expect(await fixture.session.restore(oldest))
    #expect(fixture.scratch.text("a.txt") == "old")
    #expect(try await texts(fixture.session).prefix(2) == ["21", "20"])
    let held = fixture.note?.environment.versions.versions(of: fixture.scratch.file("a.txt"))
    #expect(held?.allSatisfy(\.isDiscardable) == true)
    #expect(await fixture.session.detach())
  }

  @Test func `A missing version leaves the document unchanged, with its changes`() async throws {
    let fixture = try await attached()
    fixture.note?.type("new")
    #expect(await fixture.session.save())
    fixture.note?.type("newer")
    let old = try #require(await fixture.session.versions().first)
    try FileManager.default.removeItem(at: fixture.url("versions"))
    #expect(await fixture.session.restore(old) == false)
    let shown = fixture.session.presentation
    #expect((shown.problem?.error as? DocumentError)?.code == .noSuchFile && shown.isEdited)
    #expect(fixture.note?.text == "newer" && fixture.scratch.text("a.txt") == "new")
    #expect(await fixture.session.detach())
  }

  @Test(
    "J15: a choice in a conflict is not requested again",
    arguments: [DocumentProblem.Choice.overwrite, .revert, .keepBoth, .saveElsewhere])
  func decided(choice: DocumentProblem.Choice) async throws {
    let fixture = try await attached()
    fixture.note?.type("ours")
    try Data("theirs".utf8).write(to: fixture.url("a.txt"))
    #expect(await fixture.session.save() == false)
    #expect(await fixture.session.versions().contains(where: \.isConflict))
    #expect(await fixture.session.resolve(choice, at: fixture.url("b.txt")))
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    #expect(fixture.session.presentation.problem == nil)
    #expect(fixture.note?.text == (choice == .overwrite ? "ours" : "theirs"))
    // Deciding removes nothing.
    #expect(try await texts(fixture.session).contains("theirs"))
    #expect(await fixture.session.versions().allSatisfy { !$0.isConflict })
    #expect(await fixture.session.detach())
  }

  @Test("J14: a copy of a synchronization program can be restored, and is then no conflict")
  func syncClient() async throws {
    let copy = "a (Ada's conflicted copy 2026-11-22).txt"
    let fixture = try await attached(["a.txt": "ours", copy: "theirs"])
    #expect(fixture.session.presentation.problem?.choices.first == .keepBoth)
    let theirs = try #require(await fixture.session.versions().first)
    #expect(theirs.isConflict && theirs.computer == "Ada")
    #expect(await fixture.session.restore(theirs))
    #expect(fixture.scratch.text("a.txt") == "theirs" && fixture.scratch.text(copy) == "theirs")
    #expect(try await texts(fixture.session).contains("ours"))
    #expect(await fixture.session.detach())
    #expect(await fixture.session.attach(to: fixture.url("a.txt")))
    #expect(fixture.session.presentation.problem == nil)
    #expect(await fixture.session.detach())
  }
}
