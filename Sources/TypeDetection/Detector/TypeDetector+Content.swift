internal import TypeGraph

extension TypeDetector {
  /// What the bytes say: the magic rules, then what lies inside a container, the root element of an
  /// XML document, the shape of a text, and whether they are text at all.
  ///
  /// What comes later speaks only where it is more precise than what came before.
  func readContent(_ window: ByteWindow, view: GraphView, into inquiry: inout Inquiry) {
    let encoding = TextTest.encoding(of: window.head)
    inquiry.content.isRead = true
    inquiry.content.material =
      encoding != nil ? .text : .data(hasZeroByte: TextTest.hasZeroByte(window.head))
    readSignatures(of: window.head, isText: encoding != nil, view: view, into: &inquiry)
    if let (inside, container) = containerFinding(window, in: &inquiry) {
      inquiry.content.container = container
      inquiry.content.take(inside, in: self)
    }
    guard let encoding else { return }
    readRootElement(of: window.head, encoding, into: &inquiry)
    readShape(of: window, encoding, view: view, into: &inquiry)
    if isText(inquiry.content.best) { inquiry.content.encoding = encoding }
  }

  /// The signatures that stand in the bytes, the strongest first; of equally strong ones those of the
  /// base come last, and otherwise those of lower priority.
  ///
  /// The freedesktop view keeps the order of the specification, by priority alone.
  private func readSignatures(
    of head: UnsafeRawBufferPointer, isText: Bool, view: GraphView, into inquiry: inout Inquiry
  ) {
    var matches = magic.matches(in: head, limit: limits.signatureCount)
    if view != .freedesktop, inquiry.content.material == .data(hasZeroByte: true) {
      // The words of a text somewhere among other bytes show none.
      matches.removeAll { $0.offset > 0 && isTextual(image.magicRuleHead($0.rule).type) }
    }
    guard matches.count > 1, view != .freedesktop else {
      for match in matches {
        inquiry.content.append(finding(match, of: head, isText, in: &inquiry))
      }
      return
    }
    var found: [(finding: Finding, isBase: Bool)] = []
    for match in matches {
      let next = (finding(match, of: head, isText, in: &inquiry), isBase(match))
      var place = found.count
      while place > 0, Self.isBefore(next, found[place - 1]) { place -= 1 }
      found.insert(next, at: place)
    }
    for (finding, _) in found { inquiry.content.take(finding, in: self) }
  }

  private static func isBefore(
    _ left: (finding: Finding, isBase: Bool), _ right: (finding: Finding, isBase: Bool)
  ) -> Bool {
    let strengths = (left.finding.strength, right.finding.strength)
    return strengths.0 == strengths.1 ? !left.isBase && right.isBase : strengths.0 > strengths.1
  }

  private func isBase(_ match: MagicRuleMatch) -> Bool {
    image.layer(ofMagicRule: match.rule) == .base
  }

  private func finding(
    _ match: MagicRuleMatch, of head: UnsafeRawBufferPointer, _ isText: Bool,
    in inquiry: inout Inquiry
  ) -> Finding {
    let end = min(match.offset + match.byteCount, head.count)
    let type = image.magicRuleHead(match.rule).type
    let strength = Strength(image.strength(of: match, in: head, isText: isText))
    return inquiry.finding(
      type, .content,
      isText && !isTextual(type) ? strength - Contradiction.text.cost : strength,
      on: .magic(
        rule: match.rule, offset: match.offset,
        Ground.Excerpt(UnsafeRawBufferPointer(rebasing: head[match.offset..<end]))))
  }

  /// What a text shows beyond its signatures: at least that it is one.
  private func readShape(
    of window: ByteWindow, _ encoding: TextEncoding, view: GraphView,
    into inquiry: inout Inquiry
  ) {
    if let shape = shapeFinding(window, encoding, in: &inquiry) {
      if shape.strength >= .modeLine { inquiry.content.askedLanguage = shape.type }
      inquiry.content.take(shape, in: self)
    }
    let text = plainText(encoding, in: &inquiry)
    inquiry.content.text = text
    // What a mark or a word shows that any text may begin with says less than that it is a text. The
    // specification takes any signature before that.
    let best = inquiry.content.best
    guard best.basis == .none || view != .freedesktop && best.strength <= .text else { return }
    inquiry.content.take(text, in: self)
  }

  private func readRootElement(
    of head: UnsafeRawBufferPointer, _ encoding: TextEncoding, into inquiry: inout Inquiry
  ) {
    guard RootElementScanner.isPossible(head) else { return }
    inquiry.content.mayBeDocument = true
    var scanner = RootElementScanner(head, encoding: encoding)
    guard let element = scanner.rootElement() else { return }
    guard
      let known = image.rootElement(namespace: element.namespace, localName: element.localName)
    else {
      inquiry.content.unknownRootElement = element.localName
      return
    }
    inquiry.content.hasRootElement = true
    let type = image.type(of: known)
    let root = inquiry.finding(
      type, .rootElement, element.namespace.isEmpty ? .bareRootElement : .rootElement,
      on: .seen(
        Ground.Observation(
          basis: .rootElement,
          words: Ground.Words(
            start: "the root element ", word: element.localName,
            secondStart: " in the namespace ", secondWord: element.namespace),
          type: type, offset: element.offset, rootElement: known)))
    inquiry.content.take(root, in: self)
  }
}
