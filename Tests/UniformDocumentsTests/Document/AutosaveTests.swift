import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

@Suite struct AutosaveSchedules {
  @Test("G1, G2, G3, G4: times of autosaves after edits, rejections and failures")
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

  /// A clock that stops until a task sleeps, and then jumps to the end of the sleep.
  private final class JumpingClock: Clock, Sendable {
    private let time = Mutex(Duration.zero)

    var now: TestInstant { TestInstant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
      time.withLock { $0 = max($0, deadline.offset) }
      await Task.yield()
    }
  }

  @Test("G2, G10: an edited document autosaves with the injected clock alone")
  @MainActor func savesItself() async throws {
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.clock = DocumentClock(JumpingClock())
    document.environment.autosavePolicy = AutosavePolicy()
    try await document.openContents()
    let trace = document.trace
    document.edit("new")
    while document.hasUnsavedChanges { await Task.yield() }
    #expect(scratch.text("a.txt") == "new")
    #expect(trace.places.contains("autosave @ main"))
    try await document.saveAndClose()
  }
}
