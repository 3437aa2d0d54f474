internal import UTITypeGraph

extension DetectionRegistry {
  /// Adds the finding of the shape of a text: the language that it names, the grammar of JSON, or markup.
  ///
  /// - Returns: a Boolean value that indicates whether the text has such a shape.
  func readShape(
    of window: ByteWindow, _ encoding: TextEncoding, into state: inout DetectionState
  ) -> Bool {
    let text = window.text(in: encoding)
    guard
      let finding = scriptFinding(text, isWhole: window.isWhole, in: &state)
        ?? jsonFinding(text, isCut: !window.isWhole, in: &state)
        ?? markupFinding(UnsafeRawBufferPointer(rebasing: text.prefix(1024)), in: &state)
    else { return false }
    state.content.append(finding)
    return true
  }

  /// Records whether a text begins as the grammars of JSON and XML allow.
  ///
  /// Other programs print a line before a document, so that any line may begin with a tag. It is only
  /// searched for if the name shows a kind of XML or HTML.
  func readStart(of text: UnsafeRawBufferPointer, into state: inout DetectionState) {
    guard let first = Self.firstCharacter(of: text[...]) else {
      // Blanks are not a value, but also no other text.
      state.content.mayBeJSON = true
      state.content.hasTagLine = true
      return
    }
    state.content.mayBeJSON = JSONShape.isPossible(text)
    state.content.hasTagLine = first == UInt8(ascii: "<")
    guard !state.content.hasTagLine,
      state.names.candidates.contains(where: { $0.type.map(isMarkup) ?? false })
    else { return }
    let start = text.prefix(Self.tagByteCount)
    state.content.hasTagLine = zip(start, start.dropFirst()).contains {
      $0 == 0x0A && $1 == UInt8(ascii: "<")
    }
  }

  /// Returns true if a type is a kind of XML or HTML.
  func isMarkup(_ type: TypeIndex) -> Bool {
    [known.document, known.page].contains { $0.map { refines(type, $0) } ?? false }
  }

  /// The bytes in which a tag must begin.
  private static let tagByteCount = 1024

  private func scriptFinding(
    _ text: UnsafeRawBufferPointer, isWhole: Bool, in state: inout DetectionState
  ) -> Finding? {
    ScriptLanguage.clue(text, isWhole: isWhole)
      .flatMap {
        textFinding(
          $0.mimeNames, $0.strength, scope: .statedLanguage, seen: $0.words, in: &state)
      }
  }

  /// Only data that begin with a bracket are read as a whole.
  private func jsonFinding(
    _ text: UnsafeRawBufferPointer, isCut: Bool, in state: inout DetectionState
  ) -> Finding? {
    let first = Self.firstCharacter(of: text.prefix(1024))
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let shape = JSONShape(text, isCut: isCut)
    else { return nil }
    return textFinding(
      shape.mimeNames, .grammar,
      seen: EvidenceReference.Words(
        start: "the grammar of JSON, which it keeps as far as it was read"),
      in: &state)
  }

  /// The first byte that is not a space.
  static func firstCharacter(of bytes: Slice<UnsafeRawBufferPointer>) -> UInt8? {
    bytes.first { byte in
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: false
      default: true
      }
    }
  }

  private func markupFinding(
    _ text: UnsafeRawBufferPointer, in state: inout DetectionState
  ) -> Finding? {
    guard Self.firstCharacter(of: text[...]) == UInt8(ascii: "<"),
      let element = MarkupFragment.element(Array(text)[...])
    else { return nil }
    return textFinding(
      ["text/html"], .markup,
      seen: EvidenceReference.Words(start: "the HTML element ", word: element),
      in: &state)
  }

  /// The first of several MIME types and identifiers that the registry knows.
  private func textFinding(
    _ names: [String], _ strength: Strength, scope: Finding.Scope = .kin,
    seen words: EvidenceReference.Words, in state: inout DetectionState
  ) -> Finding? {
    firstType(named: names).map { type in
      state.finding(
        type, .text, strength, scope: scope,
        on: .seen(EvidenceReference.Observation(basis: .text, words: words, type: type, offset: 0)))
    }
  }

  /// The finding that bytes are text.
  func plainText(_ encoding: TextEncoding, in state: inout DetectionState) -> Finding {
    if let type = known.plainText {
      return state.finding(type, .text, .text, on: .encoding(encoding))
    }
    return finding(mimeName: "text/plain", .text, .text, on: .encoding(encoding), in: &state)
  }
}
