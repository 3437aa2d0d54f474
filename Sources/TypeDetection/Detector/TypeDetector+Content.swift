internal import TypeGraph

extension TypeDetector {
  /// What the bytes say: the magic rules, then what lies inside a container, the root element of an
  /// XML document, the shape of a text, and whether they are text at all.
  ///
  /// What comes later speaks only where it is more precise than what came before.
  func contentFindings(_ window: ByteWindow, _ names: NameFindings) -> ContentFindings {
    let encoding = TextTest.encoding(of: window.head)
    let matches = systemFirst(magic.matches(in: window.head, limit: limits.alternativeCount))
    var findings = contentFindings(matches, in: window.head, isText: encoding != nil)
    if let (inside, container) = containerFinding(window, names) {
      findings.container = container
      findings.refine(with: inside, in: self)
    }
    guard let encoding else { return findings }
    findings.passesForText = true
    readRootElement(of: window.head, encoding, into: &findings)
    readShape(of: window, encoding, into: &findings)
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
    _ matches: [MagicRuleMatch], in head: UnsafeRawBufferPointer, isText: Bool
  ) -> ContentFindings {
    let yields = isText && matches.first.map { yieldsToText($0) } ?? false
    var findings = ContentFindings(best: unknown())
    var bestMatch: MagicRuleMatch?
    for match in matches where !(yields && yieldsToText(match)) {
      let next = finding(match, in: head)
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

  private func finding(_ match: MagicRuleMatch, in head: UnsafeRawBufferPointer) -> Finding {
    let (type, priority) = image.magicRuleHead(match.rule)
    let end = min(match.offset + match.byteCount, head.count)
    return Finding(
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
    of window: ByteWindow, _ encoding: TextEncoding, into findings: inout ContentFindings
  ) {
    let hasNothing = findings.best.basis == .none
    guard hasNothing || findings.best.type == known.plainText else { return }
    if let shape = shapeFinding(window, encoding) {
      if !hasNothing { findings.others.insert(findings.best, at: 0) }
      findings.best = shape
    } else if hasNothing {
      findings.best = plainText(encoding)
    }
  }

  private func readRootElement(
    of head: UnsafeRawBufferPointer, _ encoding: TextEncoding, into findings: inout ContentFindings
  ) {
    guard RootElementScanner.isPossible(head) else { return }
    var scanner = RootElementScanner(head, encoding: encoding)
    guard let element = scanner.rootElement() else { return }
    findings.hasRootElement = true
    guard
      let known = image.rootElement(namespace: element.namespace, localName: element.localName)
    else { return }
    let type = image.type(of: known)
    let root = Finding(
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

extension ContentFindings {
  /// Takes a finding for the best when it is more precise than the best so far, and keeps it beside
  /// the others when it is not.
  mutating func refine(with finding: Finding, in detector: TypeDetector) {
    guard let type = finding.type else { return }
    if best.type == type, best.basis != .none {
      best = finding.supported(by: best)
    } else if best.basis == .none || isRefined(by: finding, type, detector) {
      if best.basis != .none { others.insert(best, at: 0) }
      best = finding
    } else {
      others.append(finding)
    }
  }

  /// Whether a finding says more than the best so far.
  ///
  /// A look inside that proves one format says more than a signature of what happens to stand first
  /// in the container, unless that one is a kind of the format; one that is a hint only says more than the
  /// container's own type, even where no database puts the inside below it.
  private func isRefined(
    by finding: Finding, _ type: TypeIndex, _ detector: TypeDetector
  ) -> Bool {
    guard let known = best.type else { return true }
    if detector.refines(type, known) { return true }
    guard finding.basis == .container, let container else { return false }
    if container.clue.isProof, container.hasOrderlessSignature, best.basis == .content {
      return !detector.refines(known, type)
    }
    return container.type.map { detector.refines($0, known) } ?? false
  }
}
