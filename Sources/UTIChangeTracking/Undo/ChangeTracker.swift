internal import Synchronization

/// Tracks whether a document differs from its saved state (rules F1 to F6, F12, F13 of
/// Documentation/DocumentRules.md).
///
/// Each edit creates a state to which an undo can return, because a counter cannot distinguish the
/// saved state from an edit after undoing it.
package struct ChangeTracker: Hashable, Sendable {
  /// A state of the document; equal states have equal contents.
  package struct StateIdentity: Hashable, Sendable {
    /// The tracker of the state, because documents may share an undo manager.
    fileprivate let tracker: UInt64
    fileprivate let number: Int
  }

  /// The states before and after a step of an undo manager.
  package struct Transition: Sendable {
    package let before: StateIdentity
    package let after: StateIdentity

    package init(before: StateIdentity, after: StateIdentity) {
      self.before = before
      self.after = after
    }
  }

  private static let trackerCount = Atomic<UInt64>(0)

  private let identity = Self.trackerCount.add(1, ordering: .relaxed).newValue
  private var past = StateStack(step: 1)
  private var future = StateStack(step: -1)
  private var newest = 0
  package private(set) var current: StateIdentity
  /// The state that was last saved or read; nil if it is not known.
  package private(set) var saved: StateIdentity?
  /// The state before a step in progress, if the contents were touched for a save.
  private var start: StateIdentity?
  package private(set) var revision = 0

  package init() {
    current = StateIdentity(tracker: identity, number: 0)
    saved = current
  }

  package var hasUnsavedChanges: Bool { current != saved }

  /// `isDiscardable`: the edit creates no new state; undone edits are discarded in any case.
  package mutating func done(isDiscardable: Bool = false) {
    revision += 1
    past.push(beginning.number)
    future.removeAll()
    if !isDiscardable { current = makeState() }
    start = nil
  }

  /// Contents that are saved now are neither the state before the step nor the state after it.
  package mutating func touch() {
    start = beginning
    current = makeState()
  }

  /// Records that the step in progress was joined with the previous one, or was dropped.
  package mutating func endTouching() { start = nil }

  package var beginning: StateIdentity { start ?? current }

  package mutating func undone() {
    revision += 1
    future.push(current.number)
    current = past.pop().map(state) ?? makeState()
  }

  package mutating func redone() {
    revision += 1
    past.push(current.number)
    current = future.pop().map(state) ?? makeState()
  }

  /// Undo managers lose steps of released targets, and steps that register no action cannot be
  /// redone.
  ///
  /// `state` is nil if the step began in another state, so that the contents are new.
  package mutating func arrive(at state: StateIdentity?) {
    current = state ?? makeState()
  }

  package func owns(_ transition: Transition) -> Bool { transition.after.tracker == identity }

  /// Nil for the current state.
  package mutating func clear(_ state: StateIdentity? = nil) {
    saved = state ?? current
  }

  /// Marks the current state as saved and discards all others, as after a read.
  package mutating func reset() {
    start = nil
    past.removeAll()
    future.removeAll()
    saved = current
  }

  /// The contents then differ from the file after any undo, until they are saved (rule F13).
  package mutating func readOtherContents() {
    start = nil
    current = makeState()
    past.removeAll()
    future.removeAll()
    saved = nil
  }

  private mutating func makeState() -> StateIdentity {
    newest += 1
    return state(newest)
  }

  private func state(_ number: Int) -> StateIdentity {
    StateIdentity(tracker: identity, number: number)
  }
}

/// Stores consecutive numbers compactly: a document without undo still counts each keystroke.
private struct StateStack: Hashable, Sendable {
  private struct Run: Hashable, Sendable {
    let first: Int
    var count: Int
  }

  private let step: Int
  private var runs: [Run] = []

  init(step: Int) { self.step = step }

  mutating func push(_ number: Int) {
    if let last = runs.last, last.first + last.count * step == number {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(Run(first: number, count: 1))
    }
  }

  mutating func pop() -> Int? {
    guard var last = runs.popLast() else { return nil }
    last.count -= 1
    if last.count > 0 { runs.append(last) }
    return last.first + last.count * step
  }

  mutating func removeAll() { runs = [] }
}
