/// The finding that decides, with its confidence.
struct Answer {
  var finding: Finding
  let confidence: Verdict.Confidence
  /// True if candidates were weighed for it.
  let isWeighed: Bool

  init(_ finding: Finding, _ confidence: Verdict.Confidence) {
    self.finding = finding
    self.confidence = confidence
    isWeighed = false
  }

  init(_ choice: Choice) {
    finding = choice.finding
    confidence = Verdict.Confidence(total: choice.total, margin: choice.margin)
    isWeighed = true
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
