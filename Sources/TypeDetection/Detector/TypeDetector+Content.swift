internal import TypeGraph

extension TypeDetector {
  /// What the bytes say: the magic rules, then what lies inside a container, the root element of an
  /// XML document, the shape of a text, and whether they are text at all.
  ///
  /// What comes later speaks only where it is more precise than what came before.
  func readContent(_ window: ByteWindow, into inquiry: inout Inquiry) {
    let encoding = TextTest.encoding(of: window.head)
    readSignatures(of: window.head, isText: encoding != nil, into: &inquiry)
    if let (inside, container) = containerFinding(window, in: &inquiry) {
      inquiry.content.container = container
      inquiry.content.refine(with: inside, in: self)
    }
    guard let encoding else { return }
    inquiry.content.passesForText = true
    readRootElement(of: window.head, encoding, into: &inquiry)
    readShape(of: window, encoding, into: &inquiry)
    if isText(inquiry.content.best) { inquiry.content.encoding = encoding }
  }

  /// Rules of the base yield to those of a system database, whatever the priorities: the system
  /// speaks for what is installed, the base for what nobody else knows.
  ///
  /// That bytes are text is an answer too, to which a rule yields that has to yield, unless it is
  /// one of those that do not err.
  private func readSignatures(
    of head: UnsafeRawBufferPointer, isText: Bool, into inquiry: inout Inquiry
  ) {
    let matches = magic.matches(in: head, limit: limits.alternativeCount)
    var yields: Bool?
    var best: MagicRuleMatch?
    for layerIsBase in [false, true] {
      for match in matches where isBase(match) == layerIsBase {
        let yieldsItself = isText && yieldsToText(match)
        if yields == nil { yields = yieldsItself }
        if yieldsItself, yields == true { continue }
        let next = finding(match, of: head, in: &inquiry)
        if let known = best, !isPrecise(match, than: known) {
          inquiry.content.others.append(next)
          continue
        }
        if best == nil {
          inquiry.content.best = next
        } else {
          inquiry.content.others.prepend(inquiry.content.best)
          inquiry.content.best = next.supported(by: inquiry.content.best)
        }
        best = match
      }
    }
  }

  private func isBase(_ match: MagicRuleMatch) -> Bool {
    image.layer(ofMagicRule: match.rule) == .base
  }

  /// Whether the base knows better than the system what stands there: a kind of what the system has
  /// found, such as the use that is made of a database file, or a signature that does not err and
  /// goes on where the system's ends.
  private func isPrecise(_ match: MagicRuleMatch, than known: MagicRuleMatch) -> Bool {
    guard isBase(match), !isBase(known) else { return false }
    let (type, priority) = image.magicRuleHead(match.rule)
    let knownType = image.magicRuleHead(known.rule).type
    guard type != knownType, !isTextual(knownType) else { return false }
    if refines(type, knownType) { return true }
    return Self.confidence(ofPriority: priority) == .certain && match.offset <= known.offset
      && match.offset + match.byteCount > known.offset + known.byteCount
  }

  private func yieldsToText(_ match: MagicRuleMatch) -> Bool {
    image.magicRuleYields(match.rule)
      && Self.confidence(ofPriority: image.magicRuleHead(match.rule).priority) < .certain
  }

  private func finding(
    _ match: MagicRuleMatch, of head: UnsafeRawBufferPointer, in inquiry: inout Inquiry
  ) -> Finding {
    let (type, priority) = image.magicRuleHead(match.rule)
    let end = min(match.offset + match.byteCount, head.count)
    return inquiry.finding(
      type, .content, Self.confidence(ofPriority: priority),
      on: .magic(
        rule: match.rule, offset: match.offset,
        Ground.Excerpt(UnsafeRawBufferPointer(rebasing: head[match.offset..<end]))))
  }

  /// The specification reserves 80 and more for signatures that do not err.
  private static func confidence(ofPriority priority: Int) -> Verdict.Confidence {
    priority >= 80 ? .certain : priority >= MagicRule.defaultPriority ? .likely : .guess
  }

  /// What a mark or a word shows that any text may begin with, such as a byte-order mark, says less
  /// than the shape of the text.
  private func readShape(
    of window: ByteWindow, _ encoding: TextEncoding, into inquiry: inout Inquiry
  ) {
    let best = inquiry.content.best
    let hasNothing = best.basis == .none
    guard hasNothing || best.type == known.plainText else { return }
    if let shape = shapeFinding(window, encoding, in: &inquiry) {
      if !hasNothing { inquiry.content.others.prepend(best) }
      inquiry.content.best = shape
    } else if hasNothing {
      inquiry.content.best = plainText(encoding, in: &inquiry)
    }
  }

  private func readRootElement(
    of head: UnsafeRawBufferPointer, _ encoding: TextEncoding, into inquiry: inout Inquiry
  ) {
    guard RootElementScanner.isPossible(head) else { return }
    var scanner = RootElementScanner(head, encoding: encoding)
    guard let element = scanner.rootElement() else { return }
    inquiry.content.hasRootElement = true
    guard
      let known = image.rootElement(namespace: element.namespace, localName: element.localName)
    else { return }
    let type = image.type(of: known)
    let root = inquiry.finding(
      type, .rootElement, .certain,
      on: .seen(
        Ground.Observation(
          basis: .rootElement,
          words: Ground.Words(
            start: "the root element ", word: element.localName,
            secondStart: " in the namespace ", secondWord: element.namespace),
          type: type, offset: element.offset, rootElement: known)))
    inquiry.content.refine(with: root, in: self)
  }
}
