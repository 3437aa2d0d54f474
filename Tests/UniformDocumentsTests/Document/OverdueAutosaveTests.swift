import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Documents of the main actor, whose queue is not served between the edits: the tests do not
/// suspend there.
@Suite @MainActor struct OverdueAutosaveTests {
  private final class ManualClock: Clock, Sendable {
    private let time = Mutex(Duration.zero)

    var now: TestInstant { TestInstant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .zero }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }

    func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
      try await Task.sleep(for: .seconds(3600))
    }
  }

  /// A document that notes the text of each contents that are taken.
  private final class Note: Document {
    override class var registersEveryChange: Bool { true }
    var text = ""
    var taken: [String] = []
    /// Called when contents are taken.
    var whenTaken: () -> Void = {}

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
    }

    override func contents(forType typeName: String) throws -> Any {
      taken.append(text)
      whenTaken()
      return Data(text.utf8)
    }

    func count(_ new: String) {
      text = new
      updateChangeCount(.done)
    }

    @MainActor func setText(_ new: String) {
      undoManager.registerUndo(withTarget: self) { [text] in $0.setText(text) }
      text = new
    }
  }

  private let scratch: ScratchDirectory
  private let clock = ManualClock()
  private let note: Note

  init() async throws {
    scratch = try ScratchDirectory(["a.txt": "old"])
    note = Note(fileURL: scratch.url("a.txt"))
    note.environment.clock = DocumentClock(clock)
    note.environment.autosaveDirectory = nil
    note.environment.report = { _ in }
    try await note.openContents()
  }

  /// Waits until the file has a text, and at most the document's isolation has not noted that.
  ///
  /// On a busy machine the edit that takes the contents may last longer than the autosave.
  private func waitForFile(_ text: String) throws {
    let end = ContinuousClock.now + .seconds(600)
    while try String(contentsOf: note.fileURL, encoding: .utf8) != text
      || !note.isolationWork.isWaiting && !note.operations.isIdle
    {
      try #require(ContinuousClock.now < end, "the contents were not written")
      usleep(useconds_t(1_000))
    }
  }

  @Test("G11: an edit takes contents that are overdue, which are written while the queue waits")
  func edit() async throws {
    note.count("a")
    clock.advance(by: .seconds(1))
    note.count("ab")
    #expect(note.taken == [], "no edit is older than the delay")
    clock.advance(by: .seconds(1))
    note.count("abc")
    #expect(note.taken.count == 1)
    try waitForFile("abc")
    #expect(note.hasUnsavedChanges, "the contents count as the state before the edit")
    clock.advance(by: .seconds(2))
    note.count("abcd")
    #expect(note.taken == ["abc", "abcd"], "the first autosave has ended at this edit")
    try waitForFile("abcd")
    try await note.saveAndClose()
    #expect(note.taken == ["abc", "abcd", "abcd"])
  }

  @Test("G11: an undo registration takes the state before it, as a step of its own")
  func undoStep() async throws {
    note.setText("a")
    clock.advance(by: .seconds(2))
    note.setText("ab")
    #expect(note.taken == ["a"])
    try waitForFile("a")
    note.undoManager.undo()
    #expect(note.text == "a")
    try await note.autosaveContents()
    #expect(!note.hasUnsavedChanges)
    try await note.saveAndClose()
    #expect(try String(contentsOf: note.fileURL, encoding: .utf8) == "a")
  }

  @Test("G11: contents are taken before an undo group or after it, and never within it")
  func undoGroup() async throws {
    note.setText("a")
    clock.advance(by: .seconds(2))
    note.undoManager.beginUndoGrouping()
    #expect(note.taken == ["a"])
    try waitForFile("a")
    note.setText("half")
    clock.advance(by: .seconds(20))
    note.setText("half 2")
    note.count("half 3")
    note.undoManager.beginUndoGrouping()
    clock.advance(by: .seconds(20))
    note.setText("whole")
    note.undoManager.endUndoGrouping()
    #expect(note.taken == ["a"])
    note.undoManager.endUndoGrouping()
    clock.advance(by: .seconds(20))
    note.setText("more")
    #expect(note.taken == ["a", "whole"])
    try waitForFile("whole")
    try await note.saveAndClose()
  }

  @Test("G11: an undo takes overdue contents before it begins, and not during it")
  func undo() async throws {
    note.setText("a")
    note.undoManager.endEvent()
    note.setText("ab")
    clock.advance(by: .seconds(2))
    note.undoManager.undo()
    #expect(note.taken == ["ab"])
    #expect(note.text == "a")
    try waitForFile("ab")
    try await note.saveAndClose()
    #expect(try String(contentsOf: note.fileURL, encoding: .utf8) == "a")
  }

  @Test("G11: an edit within the function that gives the contents takes none")
  func editInContents() async throws {
    note.whenTaken = { [unowned note, clock] in
      clock.advance(by: .seconds(20))
      note.updateChangeCount(.done)
    }
    note.count("a")
    clock.advance(by: .seconds(2))
    note.count("ab")
    #expect(note.taken == ["ab"])
    note.whenTaken = {}
    try await note.saveAndClose()
  }

  @Test("G11: the completion handler of a save runs on its queue, and not within an edit")
  func handler() async throws {
    let isEditing = Mutex(false)
    let hasEnded = Mutex(false)
    note.text = "a"
    note.save(to: note.fileURL, for: .forOverwriting) { success in
      #expect(success)
      #expect(!isEditing.withLock { $0 })
      hasEnded.withLock { $0 = true }
    }
    try waitForFile("a")
    isEditing.withLock { $0 = true }
    note.count("ab")
    clock.advance(by: .seconds(2))
    note.count("abc")
    #expect(note.taken == ["a", "abc"], "the save has ended, so that the next one begins")
    isEditing.withLock { $0 = false }
    try waitForFile("abc")
    #expect(!hasEnded.withLock { $0 })
    while !hasEnded.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    try await note.saveAndClose()
  }

  @Test("G11: a document whose queue is served takes nothing at an edit")
  func served() async throws {
    note.count("a")
    while !note.autosaver.isServed { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(1))
    note.count("ab")
    while !note.autosaver.isServed { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(20))
    note.count("abc")
    #expect(note.taken == [])
    try await note.saveAndClose()
  }

  @Test("G11: a document of an actor takes contents at an edit too")
  func actorDocument() async throws {
    let desk = Desk(scratch.url("a.txt"), clock: DocumentClock(clock))
    try await note.saveAndClose()
    let taken = try await desk.editTwice { [clock] in clock.advance(by: .seconds(2)) }
    #expect(taken == ["ab"])
    try await desk.close()
  }

  private actor Desk {
    private let note: Note

    init(_ url: URL, clock: DocumentClock) {
      note = Note(fileURL: url)
      note.environment.clock = clock
      note.environment.report = { _ in }
    }

    func editTwice(_ between: @Sendable () -> Void) async throws -> [String] {
      try await note.openContents()
      note.count("a")
      between()
      note.count("ab")
      return note.taken
    }

    func close() async throws { try await note.saveAndClose() }
  }

  @Test("G11: an `NSDocument` is written while the main thread waits")
  func hosted() async throws {
    try await editOverdue(
      try Client(contentsOf: note.fileURL, ofType: "public.plain-text"),
      within: .seconds(20))
  }

  @Test("G11: an `NSDocument` that writes itself is written before the edit is registered")
  func hostedWriting() async throws {
    try await editOverdue(
      try WritingClient(contentsOf: note.fileURL, ofType: "public.plain-text"), within: .zero)
  }

  /// Edits a client late, and expects the file of it while the main thread waits.
  private func editOverdue(_ client: Client, within patience: Duration) async throws {
    client.environment.clock = DocumentClock(clock)
    client.environment.report = { _ in }
    client.text = "a"
    client.updateChangeCount(.changeDone)
    clock.advance(by: .seconds(2))
    client.text = "ab"
    client.updateChangeCount(.changeDone)
    let end = ContinuousClock.now + patience
    while scratch.text("a.txt") != "ab", ContinuousClock.now < end {
      usleep(useconds_t(1_000))
    }
    #expect(try String(contentsOf: note.fileURL, encoding: .utf8) == "ab")
    try await client.saveAndClose()
  }

  private final class WritingClient: Client {
    override func write(to url: URL, ofType typeName: String) throws {
      try super.write(to: url, ofType: typeName)
    }
  }

  private class Client: NSDocument {
    override class var autosavesInPlace: Bool { true }
    override class var registersEveryChange: Bool { true }
    var text = ""

    override func data(ofType typeName: String) throws -> Data { Data(text.utf8) }
    override func read(from data: Data, ofType typeName: String) throws {}
  }
}
