internal import TypeGraph

extension TypeDetector {
  /// Joins what the name and the bytes say (shared-mime-info rules 10.3 to 10.8).
  ///
  /// - Parameter inquiry: what the name has shown so far.
  func verdict(names: NameFindings, window: ByteWindow, in inquiry: Inquiry) -> Verdict {
    inquiry.named = names.candidates
    if window.head.isEmpty {
      return Verdict(
        names.candidates.first ?? emptyFinding(in: inquiry), of: inquiry, cost: window.cost)
    }
    let content = contentFindings(window, names, in: inquiry)
    inquiry.seen = content.others
    guard !names.candidates.isEmpty else {
      let best =
        content.best.basis == .none ? unknown(names.unknownExtension, in: inquiry) : content.best
      return Verdict(best, of: inquiry, encoding: content.encoding, cost: window.cost)
    }
    inquiry.seen.insert(content.best, at: 0)
    let (best, conflict) = Choice(names, content, in: inquiry, detector: self).outcome
    inquiry.conflict = conflict
    return Verdict(
      printed(best, content, in: inquiry), of: inquiry, encoding: content.encoding,
      cost: window.cost)
  }

  /// A type of text that has no MIME name of its own is printed as the text that it is.
  private func printed(
    _ best: Finding, _ content: ContentFindings, in inquiry: Inquiry
  ) -> Finding {
    guard content.best.basis == .text, !hasOwnMIMEName(best),
      inquiry.mimeType(of: best) == Self.unknownMIMEType
    else { return best }
    return inquiry.finding(best, printedAs: inquiry.mimeType(of: content.best))
  }

  /// Whether the MIME type of a finding is that of its type and says more than that it is bytes.
  private func hasOwnMIMEName(_ finding: Finding) -> Bool {
    guard let type = finding.type, finding.isPlain else { return false }
    return image.hasMIMEName(type) && type != known.bytes
  }

  /// Rule 10.8: the specification says nothing of empty files; here the name comes first.
  private func emptyFinding(in inquiry: Inquiry) -> Finding {
    finding(
      mimeName: "application/x-zerosize", .empty, .certain,
      on: .stated(Evidence(.empty, .words("its size, which is zero"))), in: inquiry)
  }
}
