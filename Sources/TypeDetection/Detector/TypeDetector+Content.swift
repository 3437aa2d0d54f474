internal import TypeGraph

extension TypeDetector {
  /// What the bytes say: the magic rules, then what lies inside a container, the root element of an
  /// XML document, the shape of a text, and whether they are text at all.
  ///
  /// What comes later speaks only where it is more precise than what came before.
  func contentFindings(
    _ window: ByteWindow, _ names: NameFindings, in inquiry: Inquiry
  ) -> ContentFindings {
    let encoding = TextTest.encoding(of: window.head)
    let matches = systemFirst(magic.matches(in: window.head, limit: limits.alternativeCount))
    var findings = contentFindings(
      matches, of: window.head, isText: encoding != nil, in: inquiry)
    if let (inside, container) = containerFinding(window, names, in: inquiry) {
      findings.container = container
      findings.refine(with: inside, in: self)
    }
    guard let encoding else { return findings }
    findings.passesForText = true
    readRootElement(of: window.head, encoding, into: &findings, inquiry)
    readShape(of: window, encoding, into: &findings, inquiry)
    if isText(findings.best) { findings.encoding = encoding }
    return findings
  }

  /// Rules of the base yield to those of a system database, whatever the priorities: the system
  /// speaks for what is installed, the base for what nobody else knows.
  private func systemFirst(_ matches: [MagicRuleMatch]) -> [MagicRuleMatch] {
    func isBase(_ match: MagicRuleMatch) -> Bool { image.layer(ofMagicRule: match.rule) == .base }
    guard let first = matches.firstIndex(where: { isBase($0) }),
      !matches[(first + 1)...].allSatisfy({ isBase($0) })
    else { return matches }
    var sorted: [MagicRuleMatch] = []
    sorted.reserveCapacity(matches.count)
    for match in matches where !isBase(match) { sorted.append(match) }
    for match in matches where isBase(match) { sorted.append(match) }
    return sorted
  }

  /// That bytes are text is an answer too, to which a rule yields that has to yield, unless it is
  /// one of those that do not err.
  private func contentFindings(
    _ matches: [MagicRuleMatch], of head: UnsafeRawBufferPointer, isText: Bool,
    in inquiry: Inquiry
  ) -> ContentFindings {
    let yields = isText && matches.first.map { yieldsToText($0) } ?? false
    var findings = ContentFindings(best: unknown(in: inquiry))
    var bestMatch: MagicRuleMatch?
    for match in matches where !(yields && yieldsToText(match)) {
      let next = finding(match, of: head, in: inquiry)
      guard let known = bestMatch else {
        findings.best = next
        bestMatch = match
        continue
      }
      if isPrecise(match, than: known) {
        bestMatch = match
        findings.others.insert(findings.best, at: 0)
        findings.best = next.supported(by: findings.best)
      } else {
        if findings.others.isEmpty { findings.others.reserveCapacity(matches.count) }
        findings.others.append(next)
      }
    }
    return findings
  }

  /// Whether the base knows better than the system what stands there: a kind of what the system has
  /// found, such as the use that is made of a database file, or a signature that does not err and
  /// goes on where the system's ends.
  private func isPrecise(_ match: MagicRuleMatch, than known: MagicRuleMatch) -> Bool {
    guard image.layer(ofMagicRule: match.rule) == .base,
      image.layer(ofMagicRule: known.rule) != .base
    else { return false }
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
    _ match: MagicRuleMatch, of head: UnsafeRawBufferPointer, in inquiry: Inquiry
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
    of window: ByteWindow, _ encoding: TextEncoding, into findings: inout ContentFindings,
    _ inquiry: Inquiry
  ) {
    let hasNothing = findings.best.basis == .none
    guard hasNothing || findings.best.type == known.plainText else { return }
    if let shape = shapeFinding(window, encoding, in: inquiry) {
      if !hasNothing { findings.others.insert(findings.best, at: 0) }
      findings.best = shape
    } else if hasNothing {
      findings.best = plainText(encoding, in: inquiry)
    }
  }

  private func readRootElement(
    of head: UnsafeRawBufferPointer, _ encoding: TextEncoding,
    into findings: inout ContentFindings, _ inquiry: Inquiry
  ) {
    guard RootElementScanner.isPossible(head) else { return }
    var scanner = RootElementScanner(head, encoding: encoding)
    guard let element = scanner.rootElement() else { return }
    findings.hasRootElement = true
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
    findings.refine(with: root, in: self)
  }
}

