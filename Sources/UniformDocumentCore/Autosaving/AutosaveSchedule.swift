/// The schedule of autosaves (rules G1 to G4 of Documentation/DocumentRules.md); times are
/// durations since an arbitrary start.
struct AutosaveSchedule: Sendable {
  /// The outcome of an autosave.
  enum Outcome: Sendable {
    case saved
    /// The document declined without an error; the next attempt follows after a delay.
    case declined
    /// Saving failed; the next attempt follows after another edit.
    case failed
  }

  var policy: AutosavePolicy
  /// The time of the first edit that belongs to the next autosave; nil if there is none.
  private(set) var firstEdit: Duration?
  private var latestEdit = Duration.zero
  /// The time before which no autosave is due, regardless of edits.
  private var earliest = Duration.zero
  private(set) var isSaving = false

  init(policy: AutosavePolicy) { self.policy = policy }

  /// Nil if there are no changes to save, or an autosave is in progress.
  var deadline: Duration? {
    guard !isSaving, let firstEdit else { return nil }
    let due = min(latestEdit + policy.idlePeriod, firstEdit + policy.longestPeriod)
    return max(due, earliest)
  }

  /// A further edit must wait for the taking of contents in an isolation that does not serve its
  /// queue: otherwise edits of more than the idle period would be in no file.
  func isOverdue(at time: Duration) -> Bool {
    guard let firstEdit else { return false }
    return time >= max(firstEdit + policy.idlePeriod, earliest)
  }

  mutating func edit(at time: Duration) {
    if firstEdit == nil { firstEdit = time }
    latestEdit = time
  }

  /// Records that a deadline has passed at a moment when the document could not be saved.
  mutating func postpone(at time: Duration) {
    earliest = time + policy.idlePeriod
  }

  /// Records that an autosave begins; later edits belong to the next one.
  mutating func begin() {
    isSaving = true
    firstEdit = nil
  }

  mutating func end(_ ending: Outcome, at time: Duration) {
    isSaving = false
    earliest = .zero
    if ending == .declined {
      earliest = time + policy.longestPeriod
      edit(at: time)
    }
  }

  mutating func cancel() {
    firstEdit = nil
    earliest = .zero
  }
}
