internal import UTITypeGraph

extension TypeDetector {
  func verdict(
    _ state: consuming DetectionState, window: ByteWindow, view: GraphView
  ) -> Verdict {
    if window.head.isEmpty {
      let answer =
        state.names.decisive.map { Answer($0, isText($0) ? .likely : .guess) }
        ?? Answer(emptyFinding(in: &state), .certain)
      return Verdict(answer, of: state, cost: window.cost)
    }
    if state.names.mayHaveOtherClaimants {
      registry.addClaimants(.file, view: view, in: &state)
    }
    readContent(window, view: view, into: &state)
    var answer =
      view == .freedesktop
      ? specifiedAnswer(in: state) : Answer(Weighing(registry).choice(in: state), in: state)
    if answer.finding.basis == .none, !state.names.candidates.contains(where: isAboutBytes) {
      answer.finding = unknown(in: &state)
    }
    answer.finding = printed(answer.finding, in: &state)
    return Verdict(answer, of: state, encoding: state.content.encoding, cost: window.cost)
  }

  /// Signatures, the inside of a container, document, shape, words, and that it is text.
  private func readContent(
    _ window: ByteWindow, view: GraphView, into state: inout DetectionState
  ) {
    let encoding =
      view == .freedesktop
      ? TextTest.specifiedEncoding(of: window.head) : TextTest.encoding(of: window.head)
    state.content.material =
      encoding != nil ? .text : .data(hasZeroByte: TextTest.hasZeroByte(window.head))
    registry.readContainer(window, into: &state)
    registry.readSignatures(of: window, in: encoding, by: magic, view: view, into: &state)
    guard let encoding else {
      registry.readTexture(of: window.head, nil, into: &state)
      return
    }
    registry.readStart(of: window.text(in: encoding), into: &state)
    state.content.isLongText =
      encoding.extendsASCII && window.head.count >= ContentFindings.longTextByteCount
    if !registry.readDocument(window.head, encoding, into: &state),
      registry.readShape(of: window, encoding, into: &state)
    {
      registry.readStatedLanguage(languageTypes, into: &state)
    }
    state.content.text = registry.plainText(encoding, in: &state)
    registry.readTexture(of: window.text(in: encoding), encoding, into: &state)
    guard state.content.strongest.map(isText) ?? false else { return }
    state.content.encoding = encoding
    if view != .freedesktop { registry.readLanguage(of: window, languageTypes, into: &state) }
  }

  private func isText(_ finding: Finding) -> Bool {
    finding.basis == .text || finding.type.map(registry.isTextual) ?? false
  }

  private func isAboutBytes(_ name: Finding) -> Bool { name.type == registry.known.bytes }

  /// A type of text without its own MIME type is printed as the text that it is.
  private func printed(_ best: Finding, in state: inout DetectionState) -> Finding {
    guard let seen = state.content.strongest, seen.basis == .text, !hasOwnMIMEName(best),
      state.mimeType(of: best) == DetectionRegistry.unknownMIMEType
    else { return best }
    return state.finding(best, printedAs: state.mimeType(of: seen))
  }

  /// The name is the type's own, and more specific than arbitrary bytes.
  private func hasOwnMIMEName(_ finding: Finding) -> Bool {
    guard let type = finding.type, finding.isPlain else { return false }
    return image.hasMIMEName(type) && type != registry.known.bytes
  }

  /// The specification does not define an empty file; here the name precedes (rule 10.8).
  private func emptyFinding(in state: inout DetectionState) -> Finding {
    registry.finding(
      mimeName: "application/x-zerosize", .empty, .inside,
      on: .stated(Evidence(.empty, .words("its size, which is zero"))), in: &state)
  }
}
