import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// When documents do not save themselves.
@Suite @MainActor struct AutosaveSafety {
  /// A clock that stops; the test wakes sleeping tasks.
  private final class HeldClock: Clock, Sendable {
    private struct State {
      var now = Duration.zero
      var sleepers: [(deadline: Duration, wake: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    struct Instant: InstantProtocol {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    var now: Instant { Instant(offset: state.withLock { $0.now }) }
    var minimumResolution: Duration { .zero }
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      await withCheckedContinuation { wake in
        let isPast = state.withLock { state in
          guard deadline.offset > state.now else { return true }
          state.sleepers.append((deadline.offset, wake))
          return false
        }
        if isPast { wake.resume() }
      }
    }

    /// Lets time pass and wakes everybody whose time has come.
    func pass(_ duration: Duration) {
      let woken = state.withLock { state in
        state.now += duration
        let now = state.now
        let woken = state.sleepers.filter { $0.deadline <= now }
        state.sleepers.removeAll { $0.deadline <= now }
        return woken
      }
      for sleeper in woken { sleeper.wake.resume() }
    }
  }

  private let scratch: ScratchDirectory
  private let clock = HeldClock()

  init() throws { scratch = try ScratchDirectory(["a.txt": "old"]) }

  private func document() async throws -> TracingDocument {
    let document = TracingDocument.make(scratch.url("a.txt"))
    document.environment.clock = DocumentClock(clock)
    document.environment.autosavePolicy = AutosavePolicy()
    try await document.openContents()
    return document
  }

  /// Waits until a task sleeps, and advances the time beyond every sleep.
  private func passTime() async {
    while clock.sleeperCount == 0 { await Task.yield() }
    clock.pass(.seconds(60))
  }

  @Test("G8: a document, or a process, with autosaving off never reads the clock")
  func switchedOff() async throws {
    let document = try await document()
    document.environment.autosavePolicy = nil
    document.edit("new")
    for _ in 0..<100 { await Task.yield() }
    #expect(clock.sleeperCount == 0 && document.hasUnsavedChanges)
    #expect(scratch.text("a.txt") == "old")
    try await document.close(discardingChanges: true)

    let standard = DocumentEnvironment.standard
    DocumentEnvironment.standard.autosavePolicy = nil
    let another = TracingDocument(fileURL: scratch.url("a.txt"))
    DocumentEnvironment.standard = standard
    #expect(another.environment.autosavePolicy == nil)
  }

  private func nextError(_ states: AsyncStream<DocumentStateChange>) async -> DocumentError? {
    for await change in states where change.error != nil { return change.error as? DocumentError }
    return nil
  }

  @Test("G9: an unsafe autosave fails, and the reason is delivered")
  func refused() async throws {
    let document = try await document()
    let states = document.stateChanges
    try Data("theirs".utf8).write(to: document.fileURL)
    document.edit("ours")
    await passTime()
    #expect(await nextError(states)?.code == .changedOnDisk)
    #expect((document.handled.first as? DocumentError)?.code == .changedOnDisk)
    #expect(scratch.text("a.txt") == "theirs" && document.hasUnsavedChanges)

    try Data("old".utf8).write(to: document.fileURL)
    try await document.revertContents(to: document.fileURL)
    #expect(chmod(document.fileURL.path, 0o444) == 0)
    document.edit("ours")
    await passTime()
    #expect(await nextError(states)?.code == .noPermission)
    #expect(scratch.text("a.txt") == "old")
    try await document.close(discardingChanges: true)
  }

  @Test("H4: after closing nothing is saved or called")
  func closed() async throws {
    let document = try await document()
    document.edit("new")
    while clock.sleeperCount == 0 { await Task.yield() }
    try await document.close(discardingChanges: true)
    document.trace.forget()
    clock.pass(.seconds(60))
    for _ in 0..<100 { await Task.yield() }
    #expect(document.trace.names.isEmpty)
    #expect(scratch.text("a.txt") == "old")
  }

  @Test("H4: a document that is released with changes is kept until its autosave has finished")
  func released() async throws {
    let reports = Mutex<[DocumentError]>([])
    weak var released: Document?
    func release(edited: Bool, closed: Bool) async throws {
      let document = try await document()
      released = document
      document.environment.report = { error in reports.withLock { $0.append(error) } }
      if edited { document.edit("new") }
      if closed { try await document.close(discardingChanges: true) }
    }
    try await release(edited: true, closed: true)
    #expect(scratch.text("a.txt") == "old")
    try await release(edited: true, closed: false)
    #expect(released != nil)
    await passTime()
    for _ in 0..<1_000 where released != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(released == nil && scratch.text("a.txt") == "new")
    #expect(reports.withLock { $0 }.isEmpty)
  }
}
