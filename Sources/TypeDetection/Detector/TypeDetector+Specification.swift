internal import TypeGraph

extension TypeDetector {
  /// The answer of the shared-mime-info specification ("Recommended checking order"), which weighs
  /// nothing: a name that stands for one type settles it, of several types the first is taken that
  /// is what the bytes show or a kind of it, and without a name the bytes decide.
  func specifiedAnswer(in inquiry: borrowing Inquiry) -> Answer {
    let names = inquiry.names.candidates
    let seen = inquiry.content.best
    guard let first = names.first else {
      return Answer(seen, seen.basis == .content ? .likely : .guess)
    }
    guard names.count > 1 else { return Answer(first, .likely) }
    guard seen.basis != .none, let seenType = seen.type else { return Answer(first, .guess) }
    let fitting = names.first { name in name.type.map { refines($0, seenType) } ?? false }
    return fitting.map { Answer($0.supported(by: seen), .likely) } ?? Answer(first, .guess)
  }
}
