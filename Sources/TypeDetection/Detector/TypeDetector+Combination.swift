internal import TypeGraph

extension TypeDetector {
  /// Joins what the name and the bytes say.
  ///
  /// - Parameters:
  ///   - inquiry: what the name has shown.
  ///   - view: whose statements count.
  func verdict(
    _ inquiry: consuming Inquiry, window: ByteWindow, view: GraphView
  ) -> Verdict {
    if window.head.isEmpty {
      let answer =
        inquiry.names.candidates.first.map { Answer($0, .likely) }
        ?? Answer(emptyFinding(in: &inquiry), .certain)
      return Verdict(answer, of: inquiry, cost: window.cost)
    }
    readContent(window, view: view, into: &inquiry)
    if needsClaimants(inquiry) { addClaimants(.file, view: view, in: &inquiry) }
    if view != .freedesktop { readLanguage(of: window, into: &inquiry) }
    var answer =
      view == .freedesktop ? specifiedAnswer(in: inquiry) : answer(in: &inquiry)
    if answer.finding.basis == .none, !inquiry.names.candidates.contains(where: isAboutBytes) {
      answer = Answer(unknown(in: &inquiry), .guess)
    }
    answer.finding = printed(answer.finding, beside: inquiry.content.best, in: &inquiry)
    return Verdict(answer, of: inquiry, encoding: inquiry.content.encoding, cost: window.cost)
  }

  /// Whether other claimants of the name could change the answer: they cannot where the bytes bear the
  /// first one out, and there are none where no other type has the extension of a text.
  private func needsClaimants(_ inquiry: borrowing Inquiry) -> Bool {
    guard let type = inquiry.names.candidates.first?.type else { return false }
    let seen = inquiry.content.best
    guard isMereText(seen) || seen.basis == .none else {
      return !(seen.type.map { $0 == type || refines(type, $0) } ?? false)
    }
    return !isTextual(type) || !inquiry.content.passesForText || inquiry.names.isContested
      || image.hasLongPatternOfBase(inquiry.names.name)
  }

  /// Whether a name says no more than that there are bytes.
  func isAboutBytes(_ name: Finding) -> Bool { name.type == known.bytes }

  /// A type of text that has no MIME name of its own is printed as the text that it is.
  private func printed(
    _ best: Finding, beside seen: Finding, in inquiry: inout Inquiry
  ) -> Finding {
    guard seen.basis == .text, !hasOwnMIMEName(best),
      inquiry.mimeType(of: best) == Self.unknownMIMEType
    else { return best }
    return inquiry.finding(best, printedAs: inquiry.mimeType(of: seen))
  }

  /// Whether the MIME type of a finding is that of its type and says more than that it is bytes.
  private func hasOwnMIMEName(_ finding: Finding) -> Bool {
    guard let type = finding.type, finding.isPlain else { return false }
    return image.hasMIMEName(type) && type != known.bytes
  }

  /// Rule 10.8: the specification says nothing of empty files; here the name comes first.
  private func emptyFinding(in inquiry: inout Inquiry) -> Finding {
    finding(
      mimeName: "application/x-zerosize", .empty, .inside,
      on: .stated(Evidence(.empty, .words("its size, which is zero"))), in: &inquiry)
  }
}
