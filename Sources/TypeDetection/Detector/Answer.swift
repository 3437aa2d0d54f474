/// The finding that decides, and how much it can be relied on.
struct Answer {
  var finding: Finding
  let confidence: Verdict.Confidence

  init(_ finding: Finding, _ confidence: Verdict.Confidence) {
    self.finding = finding
    self.confidence = confidence
  }
}

extension Verdict.Confidence {
  /// How much an answer can be relied on that counts so much, and so much more than the next one.
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
