internal import TypeGraph

extension TypeDetector {
  /// What the shape of a text shows, where no rule of the registry has known it.
  func textFinding(_ window: ByteWindow, _ encoding: TextEncoding) -> Finding {
    guard [.ascii, .utf8, .unknown8Bit].contains(encoding) else { return plainText(encoding) }
    let start = Array(window.head.prefix(1024))[...]
    return scriptFinding(start) ?? jsonFinding(window, start) ?? markupFinding(start)
      ?? plainText(encoding)
  }

  private func scriptFinding(_ text: ArraySlice<UInt8>) -> Finding? {
    guard let clue = ScriptLanguage.clue(text) else { return nil }
    return textFinding(clue.mimeNames, .likely, seen: clue.words)
  }

  /// Only what begins with a bracket is read as a whole.
  private func jsonFinding(_ window: ByteWindow, _ start: ArraySlice<UInt8>) -> Finding? {
    let first = start.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let shape = JSONShape(Array(window.head)[...], isCut: window.head.count < window.size)
    else { return nil }
    return textFinding(shape.mimeNames, .likely, seen: "it is JSON as far as it was read")
  }

  private func markupFinding(_ text: ArraySlice<UInt8>) -> Finding? {
    guard let element = MarkupFragment.element(text) else { return nil }
    return textFinding(["text/html"], .guess, seen: "it begins with the HTML element \(element)")
  }

  /// The first of several MIME types that the registry knows.
  private func textFinding(
    _ mimeNames: [String], _ confidence: Verdict.Confidence, seen words: String
  ) -> Finding? {
    for mimeName in mimeNames {
      guard let type = type(mimeName: mimeName) else { continue }
      return finding(
        type, .text, confidence,
        evidence: [
          Evidence(.text, .words(words), type: image.identifier(of: type), offset: 0)
        ])
    }
    return nil
  }

  func plainText(_ encoding: TextEncoding) -> Finding {
    finding(
      mimeName: "text/plain", .text, .guess,
      evidence: [Evidence(.text, .words("it is text in \(encoding.rawValue)"))])
  }

  /// Whether a finding is about a kind of text.
  func isText(_ finding: Finding) -> Bool {
    finding.basis == .text || finding.type.map(isTextual) ?? false
  }

  /// Whether a type is a kind of text.
  func isTextual(_ type: TypeIndex) -> Bool {
    let texts = [image.type(identifier: .text), image.type(mimeName: "text/plain")]
    return texts.contains { $0.map { refines(type, $0) } ?? false }
  }
}
