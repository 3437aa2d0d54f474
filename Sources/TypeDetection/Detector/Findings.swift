internal import TypeGraph

/// What a name says.
struct NameFindings {
  /// The name or path.
  var name = ""
  /// The types that fit, the best first.
  var candidates = ShortList<Finding>()
  /// Whether all types are among them that any source gives the name, and not only those of the first
  /// source that knows it.
  var hasAllClaimants = false
  /// Whether more than one type may claim the name.
  var isContested = true
  /// The extension that nobody declares; nil when there is none or somebody does.
  var unknownExtension: String?
}

/// What the bytes say.
struct ContentFindings {
  /// The finding that nothing is known.
  let nothing: Finding
  /// The type that the bytes show; it rests on nothing while they have not been looked at.
  var best: Finding
  /// Other types whose rules the bytes meet, the best first.
  var others = ShortList<Finding>()
  /// That the bytes are text; nil when they are none.
  var text: Finding?
  /// The container that the bytes are; nil when they are none whose inside shows anything.
  var container: Container?
  /// Whether the bytes are an XML document with a root element that tells its type.
  var hasRootElement = false
  /// The name of a root element that tells none; nil where there is none.
  var unknownRootElement: String?
  /// Whether the bytes may be an XML document.
  var mayBeDocument = false
  /// The type of the language that a text asks an interpreter or an editor for; nil when it asks for none.
  var askedLanguage: TypeIndex?
  /// Whether there are bytes, and they have been looked at.
  var isRead = false
  /// What the bytes are made of, whatever they are.
  var material = Material.data(hasZeroByte: false)
  /// The encoding, when the bytes are text.
  var encoding: TextEncoding?

  /// What bytes are made of.
  enum Material: Equatable {
    /// Characters.
    case text
    /// Anything else; text may hold control characters, but no zero.
    case data(hasZeroByte: Bool)
  }

  /// How much counts what the bytes are made of for a kind of text, or for what is none.
  func material(of isText: Bool) -> Strength {
    switch (material, isText) {
    case (.text, true): .text
    case (.data, false): .noText
    case (.text, false), (.data, true): .none
    }
  }

  /// Whether the bytes pass for text, whatever they are.
  var passesForText: Bool { material == .text }

  /// - Parameter nothing: the finding that nothing is known.
  init(_ nothing: Finding) {
    self.nothing = nothing
    best = nothing
  }

  /// Calls a body with each finding, the best first.
  func forEachFinding(_ body: (Finding) -> Void) {
    guard best.basis != .none else { return }
    body(best)
    for place in others.indices { body(others[place]) }
  }

  /// Takes a finding for the next best.
  mutating func append(_ finding: Finding) {
    if best.basis == .none { best = finding } else { others.append(finding) }
  }

  /// Takes a finding for the best when it says more than the best so far, and keeps it beside the
  /// others when it does not.
  mutating func take(_ finding: Finding, in detector: TypeDetector) {
    guard best.basis != .none else {
      best = finding
      return
    }
    guard best.type != finding.type || finding.type == nil else {
      let isMore = finding.basis == .container || finding.strength > best.strength
      best = isMore ? finding.supported(by: best) : best.supported(by: finding)
      return
    }
    if saysMore(finding, detector) {
      others.prepend(best)
      // A kind of what is known is borne out by what is known.
      let isKind = refines(finding, best, detector)
      best = isKind && !detector.isMereText(best) ? finding.supported(by: best) : finding
      return
    }
    // That the bytes are of a wider type bears out that they are of the best.
    if finding.strength > .text, refines(best, finding, detector) {
      best = best.supported(by: finding)
    }
    others.append(finding)
  }

  private func refines(_ finding: Finding, _ other: Finding, _ detector: TypeDetector) -> Bool {
    guard let type = finding.type, let otherType = other.type else { return false }
    return detector.refines(type, otherType)
  }

  /// Whether a finding says more than the best so far.
  ///
  /// The stronger one does, but that a kind of a type says more than the type unless it is far weaker, or
  /// both rest on the same bytes; of a text everything has to say more than that it is one. A look inside that proves one format says
  /// more than a signature of what happens to stand first in the container, unless that one is a kind
  /// of the format; one that is a hint only says more than the container's own type.
  private func saysMore(_ finding: Finding, _ detector: TypeDetector) -> Bool {
    guard let type = finding.type else { return false }
    guard let known = best.type else { return true }
    if detector.isMereText(finding) { return best.strength < finding.strength }
    if detector.isMereText(best) { return finding.strength > best.strength }
    if detector.refines(type, known) {
      return finding.strength != best.strength
        && (finding.basis == .container || finding.strength + .kinLead > best.strength)
    }
    guard finding.basis == .container, let container else {
      return finding.strength
        > (detector.refines(known, type) ? best.strength + .kinLead : best.strength)
    }
    if container.clue.isProof, container.hasOrderlessSignature, best.basis == .content {
      return !detector.refines(known, type)
    }
    return container.type.map { detector.refines($0, known) } ?? false
  }
}
