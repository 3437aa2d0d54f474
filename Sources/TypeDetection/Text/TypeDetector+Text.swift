internal import TypeGraph

extension TypeDetector {
  /// What the shape of a text shows, where no rule of the registry has known it.
  func textFinding(_ window: ByteWindow, _ encoding: TextEncoding) -> Finding {
    guard encoding == .ascii || encoding == .utf8 || encoding == .unknown8Bit else {
      return plainText(encoding)
    }
    let start = UnsafeRawBufferPointer(rebasing: window.head.prefix(1024))
    return scriptFinding(start) ?? jsonFinding(window) ?? markupFinding(start)
      ?? plainText(encoding)
  }

  private func scriptFinding(_ text: UnsafeRawBufferPointer) -> Finding? {
    guard ScriptLanguage.isPossible(text), let clue = ScriptLanguage.clue(text) else {
      return nil
    }
    return textFinding(clue.mimeNames, .likely, seen: clue.words)
  }

  /// Only what begins with a bracket is read as a whole.
  private func jsonFinding(_ window: ByteWindow) -> Finding? {
    let first = Self.firstCharacter(of: window.head.prefix(1024))
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let shape = JSONShape(window.head, isCut: window.head.count < window.size)
    else { return nil }
    return textFinding(
      shape.mimeNames, .likely, seen: Ground.Words(start: "it is JSON as far as it was read"))
  }

  /// The first byte that is no space and no byte-order mark.
  private static func firstCharacter(of bytes: Slice<UnsafeRawBufferPointer>) -> UInt8? {
    bytes.first { byte in
      switch byte {
      case 0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D: false
      default: true
      }
    }
  }

  private func markupFinding(_ text: UnsafeRawBufferPointer) -> Finding? {
    guard Self.firstCharacter(of: text[...]) == UInt8(ascii: "<"),
      let element = MarkupFragment.element(Array(text)[...])
    else { return nil }
    return textFinding(
      ["text/html"], .guess,
      seen: Ground.Words(start: "it begins with the HTML element ", word: element))
  }

  /// The first of several MIME types and identifiers that the registry knows.
  private func textFinding(
    _ names: [String], _ confidence: Verdict.Confidence, seen words: Ground.Words
  ) -> Finding? {
    firstType(named: names).map { type in
      Finding(
        type, .text, confidence,
        on: .seen(Ground.Observation(basis: .text, words: words, type: type, offset: 0)))
    }
  }

  func plainText(_ encoding: TextEncoding) -> Finding {
    if let type = known.plainText { return Finding(type, .text, .guess, on: .encoding(encoding)) }
    let name = "text/plain"
    return Finding(
      nil, .text, .guess, identifier: MIMEName(name)?.derivedIdentifier, mimeType: name,
      on: .encoding(encoding))
  }

  /// Whether a finding is about a kind of text.
  func isText(_ finding: Finding) -> Bool {
    finding.basis == .text || finding.type.map(isTextual) ?? false
  }

  /// Whether a type is a kind of text.
  func isTextual(_ type: TypeIndex) -> Bool {
    if let text = known.text, refines(type, text) { return true }
    return known.plainText.map { refines(type, $0) } ?? false
  }
}
