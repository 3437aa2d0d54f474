internal import TypeGraph

extension TypeDetector {
  /// What the shape of a text shows; nil where it is that of any text.
  func shapeFinding(
    _ window: ByteWindow, _ encoding: TextEncoding, in inquiry: inout Inquiry
  ) -> Finding? {
    if let document = documentFinding(window.head, encoding, in: &inquiry) { return document }
    guard encoding == .ascii || encoding == .utf8 || encoding == .unknown8Bit else { return nil }
    let text = Self.unmarked(window.head)
    return scriptFinding(text, isWhole: window.isWhole, in: &inquiry)
      ?? jsonFinding(text, isCut: !window.isWhole, in: &inquiry)
      ?? markupFinding(UnsafeRawBufferPointer(rebasing: text.prefix(1024)), in: &inquiry)
  }

  /// A text without the mark of UTF-8, which says nothing of its format.
  static func unmarked(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    text.count > 2 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
      ? UnsafeRawBufferPointer(rebasing: text.dropFirst(3)) : text
  }

  /// A document that declares itself, in an encoding or behind a mark in which no signature shows it.
  private func documentFinding(
    _ head: UnsafeRawBufferPointer, _ encoding: TextEncoding, in inquiry: inout Inquiry
  ) -> Finding? {
    guard RootElementScanner.isPossible(head),
      RootElementScanner(head, encoding: encoding).hasDeclaration
    else { return nil }
    return textFinding(
      ["application/xml"], .documentDeclaration,
      seen: Ground.Words(start: "the XML declaration it begins with"),
      in: &inquiry)
  }

  private func scriptFinding(
    _ text: UnsafeRawBufferPointer, isWhole: Bool, in inquiry: inout Inquiry
  ) -> Finding? {
    ScriptLanguage.clue(text, isWhole: isWhole)
      .flatMap { textFinding($0.mimeNames, $0.strength, seen: $0.words, in: &inquiry) }
  }

  /// Only what begins with a bracket is read as a whole.
  private func jsonFinding(
    _ text: UnsafeRawBufferPointer, isCut: Bool, in inquiry: inout Inquiry
  ) -> Finding? {
    let first = Self.firstCharacter(of: text.prefix(1024))
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let shape = JSONShape(text, isCut: isCut)
    else { return nil }
    return textFinding(
      shape.mimeNames, .grammar,
      seen: Ground.Words(start: "the grammar of JSON, which it keeps as far as it was read"),
      in: &inquiry)
  }

  /// The first byte that is no space.
  private static func firstCharacter(of bytes: Slice<UnsafeRawBufferPointer>) -> UInt8? {
    bytes.first { byte in
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: false
      default: true
      }
    }
  }

  private func markupFinding(
    _ text: UnsafeRawBufferPointer, in inquiry: inout Inquiry
  ) -> Finding? {
    guard Self.firstCharacter(of: text[...]) == UInt8(ascii: "<"),
      let element = MarkupFragment.element(Array(text)[...])
    else { return nil }
    return textFinding(
      ["text/html"], .markup, seen: Ground.Words(start: "the HTML element ", word: element),
      in: &inquiry)
  }

  /// The first of several MIME types and identifiers that the registry knows.
  private func textFinding(
    _ names: [String], _ strength: Strength, seen words: Ground.Words,
    in inquiry: inout Inquiry
  ) -> Finding? {
    firstType(named: names).map { type in
      inquiry.finding(
        type, .text, strength,
        on: .seen(Ground.Observation(basis: .text, words: words, type: type, offset: 0)))
    }
  }

  func plainText(_ encoding: TextEncoding, in inquiry: inout Inquiry) -> Finding {
    if let type = known.plainText {
      return inquiry.finding(type, .text, .text, on: .encoding(encoding))
    }
    return finding(mimeName: "text/plain", .text, .text, on: .encoding(encoding), in: &inquiry)
  }

  /// Whether a finding is about a kind of text.
  func isText(_ finding: Finding) -> Bool {
    finding.basis == .text || finding.type.map { isTextual($0) } ?? false
  }

  /// Whether a type is a kind of text.
  func isTextual(_ type: TypeIndex) -> Bool {
    if let text = known.text, refines(type, text) { return true }
    return known.plainText.map { refines(type, $0) } ?? false
  }
}
