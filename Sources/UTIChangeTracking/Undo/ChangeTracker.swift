internal import Synchronization

/// Tracks whether a document differs from its saved state, by the identity of its states.
///
/// A counter cannot distinguish the saved state from an edit after undoing it. Each edit therefore
/// creates a new state, an undo returns to the previous state, and the document is changed while
/// the current state is not the saved one.
///
/// ```
/// past [0 1 2]  current 3  future [5 4]      saved 2: changed; one undo makes it unchanged
/// ```
///
/// Source of the rules: F1 to F6, F12, F13 of Documentation/DocumentRules.md.
package struct ChangeTracker: Sendable {
  /// A state of the document; equal states have equal contents.
  package struct StateIdentity: Hashable, Sendable {
    /// The tracker of the state, because documents may share an undo manager.
    fileprivate let tracker: UInt64
    fileprivate let number: Int
  }

  /// The states before and after a step of an undo manager.
  package struct Transition: Sendable {
    /// The state after undoing the step.
    package let before: StateIdentity
    /// The state after performing or redoing the step.
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
  /// The number of recorded edits, undos and redos.
  package private(set) var revision = 0

  package init() {
    current = StateIdentity(tracker: identity, number: 0)
    saved = current
  }

  /// True if the document differs from its saved state.
  package var hasUnsavedChanges: Bool { current != saved }

  /// Records an edit.
  ///
  /// - Parameter isDiscardable: whether the edit does not create a new state. Undone edits are
  ///   discarded in any case.
  package mutating func done(isDiscardable: Bool = false) {
    revision += 1
    past.push(beginning.number)
    future.removeAll()
    if !isDiscardable { current = makeState() }
    start = nil
  }

  /// Records that a step in progress has already changed the contents.
  ///
  /// Contents that are saved now are neither the state before the step nor the state after it.
  package mutating func touch() {
    start = beginning
    current = makeState()
  }

  /// Records that the step in progress was joined with the previous one, or was dropped.
  package mutating func endTouching() { start = nil }

  /// The state after undoing the step in progress.
  package var beginning: StateIdentity { start ?? current }

  /// Records an undo of the latest edit.
  package mutating func undone() {
    revision += 1
    future.push(current.number)
    current = past.pop().map(state) ?? makeState()
  }

  /// Records a redo of the latest undone edit.
  package mutating func redone() {
    revision += 1
    past.push(current.number)
    current = future.pop().map(state) ?? makeState()
  }

  /// Corrects the result of an undo or redo that was just recorded.
  ///
  /// Undo managers lose steps when targets are released, and steps that register no action cannot
  /// be redone. The next undo then differs from the order of edits.
  ///
  /// - Parameter state: the result of the undone or redone step; nil if it began in another state,
  ///   so that the contents are new.
  package mutating func arrive(at state: StateIdentity?) {
    current = state ?? makeState()
  }

  /// Returns whether a transition belongs to this document.
  package func owns(_ transition: Transition) -> Bool { transition.after.tracker == identity }

  /// Marks a state as saved.
  ///
  /// - Parameter state: the written state; nil for the current one.
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

  /// Records that the contents do not come from the document's file.
  ///
  /// They differ from the file after any undo, until they are saved (rule F13).
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

/// A stack of numbers that stores consecutive numbers compactly.
///
/// A document without undo still counts each keystroke; a million of them are one run.
private struct StateStack: Sendable {
  private struct Run: Sendable {
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
