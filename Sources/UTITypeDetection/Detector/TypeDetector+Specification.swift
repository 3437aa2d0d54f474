internal import UTITypeGraph

extension TypeDetector {
  /// Returns the answer of the shared-mime-info specification ("Recommended checking order").
  ///
  /// The specification weighs nothing. A name with a single type decides. If a name has several
  /// types, the first one decides that is the type of the bytes or a subtype of it. Without a name
  /// the bytes decide.
  func specifiedAnswer(in state: borrowing DetectionState) -> Answer {
    let names = state.names.candidates
    let seen = specifiedContent(in: state)
    guard let first = names.first else {
      return Answer(seen, seen.basis == .content ? .likely : .guess)
    }
    guard names.count > 1 else { return Answer(first, .likely) }
    guard seen.basis != .none, let seenType = seen.type else { return Answer(first, .guess) }
    let fitting = names.first { name in
      name.type.map { registry.refines($0, seenType) } ?? false
    }
    return fitting.map { Answer($0.supported(by: seen), .likely) } ?? Answer(first, .guess)
  }

  /// Returns the type of the signature with the highest priority, or a conforming type that a
  /// container or a root element shows; without a signature the strongest finding.
  private func specifiedContent(in state: borrowing DetectionState) -> Finding {
    let findings = state.content.findings
    guard let signature = findings.first(where: { $0.basis == .content }) else {
      return state.content.strongest ?? state.nothing
    }
    guard let type = signature.type else { return signature }
    let kind = findings.first { finding in
      [.container, .rootElement].contains(finding.basis)
        && finding.type.map { $0 != type && registry.refines($0, type) } ?? false
    }
    return kind?.supported(by: signature) ?? signature
  }
}
