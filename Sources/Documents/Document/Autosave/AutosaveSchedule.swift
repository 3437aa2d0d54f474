/// When the next autosave is due; times are durations since a beginning that does not matter.
///
/// Source of the rules: G1 to G4 of Documentation/DocumentRules.md.
struct AutosaveSchedule: Sendable {
  /// How an autosave ended.
  enum Ending: Sendable {
    /// What there was to save is saved.
    case saved
    /// The document declined, without an error; it is asked again, but not at once.
    case declined
    /// Saving failed; the document is asked again after another edit.
    case failed
  }

  var policy: AutosavePolicy
  private var firstEdit: Duration?
  private var latestEdit = Duration.zero
  /// Nothing is due before this, whatever the edits say.
  private var earliest = Duration.zero
  private(set) var isSaving = false

  init(policy: AutosavePolicy) { self.policy = policy }

  /// When the next autosave is due; nil when nothing is to be saved, or an autosave is under way.
  var deadline: Duration? {
    guard !isSaving, let firstEdit else { return nil }
    let due = min(latestEdit + policy.idlePeriod, firstEdit + policy.longestPeriod)
    return max(due, earliest)
  }

  /// Records an edit.
  mutating func edit(at time: Duration) {
    if firstEdit == nil { firstEdit = time }
    latestEdit = time
  }

  /// Records that a deadline has passed at a moment when the document could not be saved.
  mutating func postpone(at time: Duration) {
    earliest = time + policy.idlePeriod
  }

  /// Records that an autosave begins; edits from now on are for the next one.
  mutating func begin() {
    isSaving = true
    firstEdit = nil
  }

  /// Records that an autosave has ended.
  ///
  /// - Parameters:
  ///   - ending: how it ended.
  ///   - time: when.
  mutating func end(_ ending: Ending, at time: Duration) {
    isSaving = false
    earliest = .zero
    if ending == .declined {
      earliest = time + policy.longestPeriod
      edit(at: time)
    }
  }

  /// Records that there is nothing to save any more.
  mutating func cancel() {
    firstEdit = nil
    earliest = .zero
  }
}
