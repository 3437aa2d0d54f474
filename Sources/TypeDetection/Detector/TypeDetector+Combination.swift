internal import TypeGraph

extension TypeDetector {
  /// Joins what the name and the bytes say (shared-mime-info rules 10.3 to 10.8).
  func verdict(names: NameFindings, window: ByteWindow, view: GraphView) -> Verdict {
    if window.head.isEmpty {
      let best = names.candidates.first ?? emptyFinding()
      return verdict(best, others: names.candidates.dropFirst(), cost: window.cost)
    }
    let content = contentFindings(window)
    guard !names.candidates.isEmpty else {
      let best = content.best.basis == .none ? unknown(names) : content.best
      return verdict(
        best, others: content.others[...], encoding: content.encoding, cost: window.cost)
    }
    let choice = Choice(names: names.candidates, content: content, detector: self)
    return verdict(
      named(choice.best, content),
      others: (names.candidates + [content.best] + content.others)[...],
      disagreement: choice.disagreement, encoding: content.encoding, cost: window.cost)
  }

  /// A type of text that has no MIME name of its own is printed as the text that it is.
  private func named(_ best: Finding, _ content: ContentFindings) -> Finding {
    guard best.mimeType == Self.unknownMIMEType, content.best.basis == .text else { return best }
    return Finding(
      type: best.type, identifier: best.identifier, mimeType: content.best.mimeType,
      basis: best.basis, confidence: best.confidence, evidence: best.evidence)
  }

  /// Rule 10.8: the specification says nothing of empty files; here the name comes first.
  private func emptyFinding() -> Finding {
    finding(
      mimeName: "application/x-zerosize", .empty, .certain,
      evidence: [Evidence(.empty, .words("it has no bytes"))])
  }

  /// The answer that a finding amounts to.
  func verdict(
    _ best: Finding, others: ArraySlice<Finding>, disagreement: Verdict.Disagreement? = nil,
    encoding: TextEncoding? = nil, cost: Verdict.Cost = .none
  ) -> Verdict {
    var seen: [TypeIdentifier] = [best.identifier]
    var alternatives: [Verdict.Alternative] = []
    for other in others where alternatives.count < limits.alternativeCount {
      guard other.basis != .none, !seen.contains(other.identifier) else { continue }
      seen.append(other.identifier)
      alternatives.append(
        Verdict.Alternative(type: other.identifier, mimeType: other.mimeType, basis: other.basis))
    }
    return Verdict(
      type: best.identifier, mimeType: best.mimeType, confidence: best.confidence,
      basis: best.basis, evidence: best.evidence, alternatives: alternatives,
      disagreement: disagreement, encoding: encoding, cost: cost)
  }
}
