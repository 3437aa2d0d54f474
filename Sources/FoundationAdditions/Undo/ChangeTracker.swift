internal import Synchronization

/// Tells whether a document differs from what was saved, by the identity of its states.
///
/// A count that goes up and down cannot tell "undone behind the saved state, then edited anew" from
/// the saved state itself. So every edit makes a state that never was before, undoing goes back to
/// the state before, and the document is changed while the current state is not the saved one.
///
/// ```
/// past [0 1 2]  current 3  future [5 4]      saved 2: changed; one undo makes it unchanged
/// ```
///
/// Source of the rules: F1 to F6, F12, F13 of Documentation/DocumentRules.md.
package struct ChangeTracker: Sendable {
  /// A state of the document; two are equal when its contents are.
  package struct StateIdentity: Hashable, Sendable {
    /// Documents may share an undo manager, and their states must not be taken for each other's.
    fileprivate let tracker: UInt64
    fileprivate let number: Int
  }

  /// Two states with a step of an undo manager between them.
  package struct Transition: Sendable {
    /// The state in which undoing the step ends.
    package let before: StateIdentity
    /// The state in which making or redoing the step ends.
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
  /// The state that was saved or read last; nil when it can no longer be told.
  package private(set) var saved: StateIdentity?
  /// The state before a step that is under way, once its contents were about to be saved.
  private var start: StateIdentity?
  /// How many edits, undos and redos were recorded.
  package private(set) var revision = 0

  package init() {
    current = StateIdentity(tracker: identity, number: 0)
    saved = current
  }

  /// Whether the document differs from what was saved.
  package var hasUnsavedChanges: Bool { current != saved }

  /// Records an edit.
  ///
  /// - Parameter isDiscardable: whether the edit does not count: the states before and after it are
  ///   one, but what could be redone is gone all the same.
  package mutating func done(isDiscardable: Bool = false) {
    revision += 1
    past.push(beginning.number)
    future.removeAll()
    if !isDiscardable { current = makeState() }
    start = nil
  }

  /// Records that a step is under way that has changed the contents already.
  ///
  /// What is saved now is neither the state before it nor the one after it.
  package mutating func touch() {
    start = beginning
    current = makeState()
  }

  /// Records that the step under way has become a part of the one before, or has vanished.
  package mutating func endTouching() { start = nil }

  /// The state that undoing the step under way leads to.
  package var beginning: StateIdentity { start ?? current }

  /// Records that the latest edit was undone.
  package mutating func undone() {
    revision += 1
    future.push(current.number)
    current = past.pop().map(state) ?? makeState()
  }

  /// Records that the latest undone edit was redone.
  package mutating func redone() {
    revision += 1
    past.push(current.number)
    current = future.pop().map(state) ?? makeState()
  }

  /// Corrects where an undo or a redo has led that was just recorded.
  ///
  /// Undo managers lose steps in the middle, when their targets go, and steps that register nothing
  /// cannot be redone. What is undone next is then not what the order of edits says.
  ///
  /// - Parameter state: where the step that was undone or redone leads; nil when it began elsewhere
  ///   than in the state before, so that the contents are some that never were.
  package mutating func arrive(at state: StateIdentity?) {
    current = state ?? makeState()
  }

  /// Whether a transition is between states of this document.
  package func owns(_ transition: Transition) -> Bool { transition.after.tracker == identity }

  /// Makes a state the saved one.
  ///
  /// - Parameter state: what was written; nil for the current state.
  package mutating func clear(_ state: StateIdentity? = nil) {
    saved = state ?? current
  }

  /// Makes the current state the saved one and forgets all others, as after reading.
  package mutating func reset() {
    start = nil
    past.removeAll()
    future.removeAll()
    saved = current
  }

  /// Records that the contents come from elsewhere than the document's file: they differ from it
  /// whatever is undone, until they are saved (rule F13).
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

/// A stack of numbers that takes little room while they follow each other.
///
/// A document that nobody can undo in still counts every keystroke; a million of them are one run.
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
