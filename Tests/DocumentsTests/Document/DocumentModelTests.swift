import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Documents

/// A document whose edits go through an undo manager.
@MainActor private final class Sheet {
  final class Storage: Document {
    var text = ""

    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      text = String(decoding: (contents as? Data) ?? Data(), as: UTF8.self)
    }

    override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }
  }

  let document: Storage
  let manager = UndoManager()

  init(_ url: URL, store: any FileStore) {
    document = Storage(fileURL: url)
    document.environment = .quiet
    document.environment.store = store
    document.environment.writingOptions.synchronizes = false
    manager.groupsByEvent = false
    document.undoManager = manager
  }

  func set(_ text: String) {
    let old = document.text
    document.text = text
    manager.registerUndo(withTarget: self) { $0.set(old) }
  }

  func edit(_ text: String) {
    manager.beginUndoGrouping()
    set(text)
    manager.endUndoGrouping()
  }
}

@Suite struct DocumentModel {
  /// What a document should be, as simply as it can be said.
  struct Model {
    var current = "0"
    var past: [String] = []
    var future: [String] = []
    var saved = "0"
    var name = "a.txt"
  }

  @Test(
    """
    F1 to F4, D14, I1, N3: 10,000 random steps of editing, undoing, redoing, saving, failing to \
    save, reverting and renaming leave change state, undo stacks and file as a simple model has them
    """)
  @MainActor func randomSteps() async throws {
    var generator = SeededGenerator(seed: 2026)
    let fails = Mutex(false)
    let store = InterceptingFileStore { call, _ in
      fails.withLock { $0 } && call.operation == .write ? .noSpace : nil
    }
    let scratch = try ScratchDirectory(["a.txt": "0"])
    let sheet = Sheet(scratch.url("a.txt"), store: store)
    let document = sheet.document
    try await document.open()
    var model = Model()
    for step in 1...10_000 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<4:
        sheet.edit("\(step)")
        model.past.append(model.current)
        model.future = []
        model.current = "\(step)"
      case 4..<6:
        sheet.manager.undo()
        if let text = model.past.popLast() {
          model.future.append(model.current)
          model.current = text
        }
      case 6..<8:
        sheet.manager.redo()
        if let text = model.future.popLast() {
          model.past.append(model.current)
          model.current = text
        }
      case 8:
        try await document.save(to: document.fileURL, for: .forOverwriting)
        model.saved = model.current
      case 9:
        fails.withLock { $0 = true }
        await #expect(throws: DocumentError.self) {
          try await document.save(to: document.fileURL, for: .forOverwriting)
        }
        fails.withLock { $0 = false }
      case 10 where step % 5 == 0:
        try await document.revert(toContentsOf: document.fileURL)
        model.current = model.saved
        model.past = []
        model.future = []
      case 11 where step % 5 == 0:
        try await document.rename(to: "n\(step)")
        model.name = "n\(step).txt"
      default: break
      }
      store.forget()
      // Every text is unique, so that equal texts are one state.
      let isEqual =
        document.text == model.current
        && document.hasUnsavedChanges == (model.current != model.saved)
        && sheet.manager.undoCount == model.past.count
        && sheet.manager.redoCount == model.future.count
        && document.fileURL.lastPathComponent == model.name
        && scratch.text(model.name) == model.saved
      try #require(isEqual, "step \(step): \(model)")
    }
    #expect(try scratch.contents().count == 1)
  }

  @Test("N1, N2, N4: names are checked, keep their extension, and never replace an item")
  @MainActor func renaming() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a", "b.txt": "b"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.open()
    for name in ["", ".", "..", "a/b", "a\0b", ".hidden", String(repeating: "x", count: 256)] {
      let error = await #expect(throws: DocumentError.self) { try await document.rename(to: name) }
      #expect(error?.code == .invalidName)
    }
    #expect(try await document.rename(to: "b").lastPathComponent == "b 2.txt")
    #expect(try await document.rename(to: "c.text").lastPathComponent == "c.text")
    #expect(try scratch.contents() == ["b.txt": "b", "c.text": "a"])
    document.edit("new")
    try await document.close()
    #expect(scratch.text("c.text") == "new")
  }

  @Test("D16, N7: exporting and duplicating leave the document alone")
  @MainActor func copies() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    try await document.open()
    document.edit("new")
    try await document.export(to: scratch.url("copy"))
    #expect(document.fileURL == scratch.url("a.txt") && document.hasUnsavedChanges)
    let duplicate = try document.duplicate()
    #expect(duplicate.text == "new" && duplicate.hasUnsavedChanges)
    #expect(duplicate.fileURL.lastPathComponent == "a copy.txt")
    #expect(try scratch.contents() == ["a.txt": "a", "copy.txt": "new"])
    try await document.close(discardingChanges: true)
  }
}

@Suite struct AutosaveSchedules {
  @Test("G1 to G4: what is due when, after edits, refusals and failures")
  func deadlines() {
    var schedule = AutosaveSchedule(policy: AutosavePolicy())
    #expect(schedule.deadline == nil)
    schedule.edit(at: .seconds(10))
    #expect(schedule.deadline == .seconds(12))
    schedule.edit(at: .seconds(11))
    #expect(schedule.deadline == .seconds(13))
    schedule.edit(at: .seconds(24))
    #expect(schedule.deadline == .seconds(25), "the first edit waits no longer than that")
    schedule.begin()
    #expect(schedule.deadline == nil)
    schedule.edit(at: .seconds(26))
    schedule.end(.saved, at: .seconds(27))
    #expect(schedule.deadline == .seconds(28), "edits meanwhile are for the next one")
    schedule.begin()
    schedule.end(.declined, at: .seconds(30))
    #expect(schedule.deadline == .seconds(45))
    schedule.begin()
    schedule.end(.failed, at: .seconds(50))
    #expect(schedule.deadline == nil)
    schedule.edit(at: .seconds(60))
    #expect(schedule.deadline == .seconds(62))
    schedule.cancel()
    #expect(schedule.deadline == nil)
  }

  /// A clock that stands still until somebody sleeps, and then jumps to the end of the sleep.
  private final class JumpingClock: Clock, Sendable {
    private let time = Mutex(Duration.zero)

    struct Instant: InstantProtocol {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    var now: Instant { Instant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      time.withLock { $0 = max($0, deadline.offset) }
      await Task.yield()
    }
  }

  @Test("G2, G10: an edited document saves itself, by a clock that nobody waits for")
  @MainActor func savesItself() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.clock = DocumentClock(JumpingClock())
    document.environment.autosavePolicy = AutosavePolicy()
    try await document.open()
    let trace = document.trace
    document.edit("new")
    while document.hasUnsavedChanges { await Task.yield() }
    #expect(scratch.text("a.txt") == "new")
    #expect(trace.places.contains("autosave @ main"))
    try await document.close()
  }
}
