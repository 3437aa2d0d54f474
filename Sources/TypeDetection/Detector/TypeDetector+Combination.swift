internal import TypeGraph

extension TypeDetector {
  /// Joins what the name and the bytes say (shared-mime-info rules 10.3 to 10.8).
  func verdict(names: NameFindings, window: ByteWindow) -> Verdict {
    if window.head.isEmpty {
      let best = names.candidates.first ?? emptyFinding()
      return verdict(best, others: names.candidates, cost: window.cost)
    }
    let content = contentFindings(window, names)
    guard !names.candidates.isEmpty else {
      let best = content.best.basis == .none ? unknown(names) : content.best
      return verdict(
        best, others: content.others, encoding: content.encoding, cost: window.cost)
    }
    let (best, disagreement) = Choice(names, content, detector: self).outcome
    return verdict(
      named(best, content), others: names.candidates, seen: content, disagreement: disagreement,
      encoding: content.encoding, cost: window.cost)
  }

  /// A type of text that has no MIME name of its own is printed as the text that it is.
  private func named(_ best: Finding, _ content: ContentFindings) -> Finding {
    guard content.best.basis == .text, !hasOwnMIMEName(best) else { return best }
    guard best.mimeType(in: image) == Self.unknownMIMEType else { return best }
    return best.printed(as: content.best.mimeType(in: image))
  }

  /// Whether the MIME type of a finding is that of its type and says more than that it is bytes.
  private func hasOwnMIMEName(_ finding: Finding) -> Bool {
    guard let type = finding.type, finding.otherMIMEType == nil else { return false }
    return image.hasMIMEName(type) && type != known.bytes
  }

  /// Rule 10.8: the specification says nothing of empty files; here the name comes first.
  private func emptyFinding() -> Finding {
    finding(
      mimeName: "application/x-zerosize", .empty, .certain,
      evidence: [Evidence(.empty, .words("its size, which is zero"))])
  }

  /// The answer that a finding amounts to.
  func verdict(
    _ best: Finding, others: [Finding], seen content: ContentFindings? = nil,
    disagreement: Verdict.Disagreement? = nil, encoding: TextEncoding? = nil,
    cost: Verdict.Cost = .none
  ) -> Verdict {
    Verdict(
      best,
      others: OtherFindings(
        named: others, seen: content?.best, alsoSeen: content?.others ?? [],
        limit: limits.alternativeCount),
      in: image, disagreement: disagreement, encoding: encoding, cost: cost)
  }
}
