/// The finding that decides, with its confidence and what else the weighing found.
struct Answer {
  var finding: Finding
  let confidence: Verdict.Confidence
  let steps: ShortList<Choice.Step>
  let conflict: Choice.Conflict?

  init(_ finding: Finding, _ confidence: Verdict.Confidence) {
    self.finding = finding
    self.confidence = confidence
    steps = ShortList()
    conflict = nil
  }

  init(_ choice: Choice) {
    finding = choice.finding
    confidence = Verdict.Confidence(total: choice.total, margin: choice.margin)
    steps = choice.steps
    conflict = choice.conflict
  }
}

extension Verdict.Confidence {
  /// The confidence in an answer with a sum and a lead over the next candidate.
  ///
  /// The bounds are those by which the answers over labelled files were right as often as the names
  /// of the cases promise (`Documentation/Detection.md`, "Confidence").
  init(total: Strength, margin: Strength) {
    if total >= Strength(70), margin >= Strength(25) {
      self = .certain
    } else if total >= Strength(35), margin >= Strength(13) {
      self = .likely
    } else {
      self = .guess
    }
  }
}
