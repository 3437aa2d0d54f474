internal import TypeGraph

extension TypeDetector {
  /// Joins what the name and the bytes say (shared-mime-info rules 10.3 to 10.8).
  ///
  /// - Parameter inquiry: what the name has shown.
  func verdict(_ inquiry: consuming Inquiry, window: ByteWindow) -> Verdict {
    if window.head.isEmpty {
      let best = inquiry.names.candidates.first ?? emptyFinding(in: &inquiry)
      return Verdict(best, of: inquiry, cost: window.cost)
    }
    readContent(window, into: &inquiry)
    let seen = inquiry.content.best
    let encoding = inquiry.content.encoding
    guard !inquiry.names.candidates.isEmpty else {
      let best = seen.basis == .none ? unknown(in: &inquiry) : seen
      return Verdict(best, of: inquiry, encoding: encoding, cost: window.cost)
    }
    let best = printed(choice(in: &inquiry), beside: seen, in: &inquiry)
    return Verdict(best, of: inquiry, encoding: encoding, cost: window.cost)
  }

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
      mimeName: "application/x-zerosize", .empty, .certain,
      on: .stated(Evidence(.empty, .words("its size, which is zero"))), in: &inquiry)
  }
}
