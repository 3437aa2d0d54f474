internal import UTITypeGraph

extension DetectionRegistry {
  /// The stated language, the grammar of JSON, or markup; returns whether there is such a shape.
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
  /// Any line may begin with a tag, since programs print lines before a document. Tags are only
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

  func isMarkup(_ type: TypeIndex) -> Bool {
    [known.document, known.page].contains { $0.map { refines(type, $0) } ?? false }
  }

  /// A tag must begin in these bytes.
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

  /// Spaces are skipped.
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

  func plainText(_ encoding: TextEncoding, in state: inout DetectionState) -> Finding {
    if let type = known.plainText {
      return state.finding(type, .text, .text, on: .encoding(encoding))
    }
    return finding(mimeName: "text/plain", .text, .text, on: .encoding(encoding), in: &state)
  }
}

/// A piece of HTML, which begins with a tag of an HTML element (HTML standard, section 4).
///
/// A name of other vocabularies, such as `table`, counts only before an element of HTML alone.
enum MarkupFragment {
  /// No other vocabulary in use begins a document by them.
  private static let ownElements: Set<String> = [
    "a", "b", "blockquote", "br", "button", "center", "div", "dl", "em", "fieldset", "h1", "h2",
    "h3", "h4", "h5", "h6", "hr", "html", "iframe", "img", "input", "li", "nav", "noscript", "ol",
    "p", "pre", "script", "span", "strong", "style", "tbody", "td", "textarea", "th", "tr", "ul",
  ]
  private static let sharedElements: Set<String> = [
    "article", "body", "font", "footer", "form", "head", "header", "link", "main", "meta",
    "section", "select", "table", "title",
  ]
  /// No other vocabulary in use has them anywhere.
  private static let provingElements: Set<String> = [
    "br", "button", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "iframe", "img", "input",
    "li", "meta", "nav", "noscript", "script", "span", "textarea", "tr", "ul",
  ]
  private static let namespace: StaticString = "http://www.w3.org/1999/xhtml"

  static func element(_ text: ArraySlice<UInt8>) -> String? {
    var rest = text.prefix(4096).drop(while: isSpace)
    while rest.has("<!--") {
      guard let end = rest.indices.first(where: { rest[$0...].has("-->") }) else { return nil }
      rest = rest[(end + 3)...].drop(while: isSpace)
    }
    guard let element = tagName(at: rest) else { return nil }
    let tag = rest.prefix { $0 != UInt8(ascii: ">") }
    guard isHTML(namespaceOf: tag) else { return nil }
    if ownElements.contains(element) { return element }
    guard sharedElements.contains(element) else { return nil }
    let behind = rest[tag.endIndex...]
    let isProven = behind.indices.contains { place in
      tagName(at: behind[place...]).map(provingElements.contains) ?? false
    }
    return isProven ? element : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func tagName(at text: ArraySlice<UInt8>) -> String? {
    guard text.first == UInt8(ascii: "<") else { return nil }
    let name = text.dropFirst().prefix { $0 > 0x20 && $0 != 0x3E && $0 != 0x2F }
    guard (1...10).contains(name.count), name.endIndex < text.endIndex else { return nil }
    return name.text.lowercased()
  }

  /// No default namespace, or the namespace of HTML; a prefix does not affect the element.
  private static func isHTML(namespaceOf tag: ArraySlice<UInt8>) -> Bool {
    tag.indices.allSatisfy { place in
      guard tag[place...].has("xmlns") else { return true }
      let value = tag[place...].dropFirst(5).drop(while: isSpace)
      guard value.first == UInt8(ascii: "=") else { return true }
      return value.dropFirst().drop(while: isSpace).dropFirst().has(namespace)
    }
  }
}
