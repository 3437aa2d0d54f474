internal import UTITypeGraph

/// The weighing of name and bytes (`Documentation/Detection.md`, "The sum").
///
/// One function computes the sum for every candidate; ``Weighing/choice(in:)`` takes the largest.
struct Weighing {
  let registry: DetectionRegistry

  init(_ registry: DetectionRegistry) { self.registry = registry }

  /// Claimants of the name, then findings of the bytes, both in their order, then plain text.
  func candidates(in state: borrowing DetectionState) -> ShortList<Candidate> {
    var candidates = ShortList<Candidate>()
    // Walking over places copies no list, which would count references to its contents.
    for place in state.names.candidates.indices {
      let claimant = state.names.candidates[place]
      if claimant.type != registry.known.bytes {
        candidates.append(candidate(claimant, isClaimed: true, in: state))
      }
    }
    for place in state.content.findings.indices {
      let finding = state.content.findings[place]
      if finding.strength > .none { add(finding, to: &candidates, in: state) }
    }
    if let text = state.content.text { add(text, to: &candidates, in: state) }
    return candidates
  }

  private func add(
    _ finding: Finding, to candidates: inout ShortList<Candidate>,
    in state: borrowing DetectionState
  ) {
    for place in candidates.indices where candidates[place].type == finding.type { return }
    candidates.append(candidate(finding, isClaimed: false, in: state))
  }

  private func candidate(
    _ finding: Finding, isClaimed: Bool, in state: borrowing DetectionState
  ) -> Candidate {
    guard let type = finding.type else {
      return Candidate(
        finding: finding, isClaimed: isClaimed, name: .none, material: .none,
        evidence: finding.strength, contradictions: [], witness: nil)
    }
    let isText = registry.isTextual(type)
    let name = nameStrength(of: type, in: state)
    var (witness, evidence) = evidence(for: type, in: state)
    if name == .none, finding.strength > evidence {
      // That the bytes are text is the evidence for plain text.
      (witness, evidence) = (finding, finding.strength)
    }
    // A light pattern is not evidence before the bytes support it.
    let hasMaterial = name > .lightPattern || name > .none && witness != nil
    if !isClaimed, isText, witness?.basis == .content, hasText(among: state) {
      // Texts are written into others: a template may begin as the page that it makes.
      evidence = max(min(evidence, .besideText), statedStrength(of: type, in: state))
    }
    let isShown = !isClaimed && isText && isShown(type, by: witness, evidence, in: state)
    return Candidate(
      finding: finding, isClaimed: isClaimed, name: name,
      material: hasMaterial || isShown ? state.content.materialStrength(isText: isText) : .none,
      evidence: evidence,
      contradictions: contradictions(
        to: type, isNamed: name > .none, isText: isText,
        // A few letters confirm no data over a text.
        isConfirmed: witness != nil && (isText || !state.content.isText || evidence > .word),
        in: state),
      witness: witness)
  }

  /// The start of a text shows a type as well as a name would, so its kind of text counts too.
  private func isShown(
    _ type: TypeIndex, by witness: Finding?, _ evidence: Strength,
    in state: borrowing DetectionState
  ) -> Bool {
    guard let witness, state.content.isText, type != registry.known.plainText else { return false }
    let least: Strength
    switch (witness.basis, witness.scope) {
    case (.content, _):
      // The first line of a program may be a line of another language, and a name, also an unknown
      // one, is evidence for another format.
      least =
        registry.isSource(type) ? .ownProgram : state.names.saysAnything ? .text : .ownSignature
    case (.text, .kin), (.text, .words): least = .grammar
    case (.rootElement, _), (.text, .statedLanguage): least = .none
    default: return false
    }
    return evidence >= least && !hasHostOrKin(of: type, among: state)
  }

  /// Also for one that the type is a kind of.
  private func nameStrength(
    of type: TypeIndex, in state: borrowing DetectionState
  ) -> Strength {
    var strength = Strength.none
    for place in state.names.candidates.indices {
      let claimant = state.names.candidates[place]
      guard let claimed = claimant.type, claimed != registry.known.bytes else { continue }
      if claimed == type {
        strength = max(strength, claimant.strength)
      } else if claimant.strength > strength,
        registry.refines(type, claimed) || registry.image.isStored(type, as: claimed)
      {
        strength = max(strength, claimant.strength.less(.wider))
      }
    }
    return strength
  }

  /// The strongest finding for a type, or the weight of the strongest evidence against it.
  private func evidence(
    for type: TypeIndex, in state: borrowing DetectionState
  ) -> (witness: Finding?, strength: Strength) {
    var witness: Finding?
    var most = Strength.none
    var against = Strength.none
    for place in state.content.findings.indices {
      let finding = state.content.findings[place]
      let strength = strength(of: finding, for: type, in: state)
      if strength > most {
        (witness, most) = (finding, strength)
      } else if strength < against {
        against = strength
      }
    }
    return witness == nil ? (nil, against) : (witness, most)
  }

  private func statedStrength(
    of type: TypeIndex, in state: borrowing DetectionState
  ) -> Strength {
    var most = Strength.none
    for place in state.content.findings.indices {
      let finding = state.content.findings[place]
      if finding.scope == .statedLanguage {
        most = max(most, strength(of: finding, for: type, in: state))
      }
    }
    return most
  }

  /// The own type gets the strength in full; its kinds, and types that it is a kind of, get less.
  private func strength(
    of finding: Finding, for type: TypeIndex, in state: borrowing DetectionState
  ) -> Strength {
    guard let seen = finding.type else { return .none }
    if seen == type {
      // The material counts that the bytes are text, also if a byte-order mark shows it.
      let isMaterial = type == registry.known.plainText && state.content.isText
      return isMaterial && finding.basis == .content ? .none : finding.strength
    }
    // A database states the more general language of a text, and that programs are executed.
    if !state.content.isText, registry.isTextual(type), !registry.isTextual(seen) { return .none }
    if finding.scope == .dialects {
      return registry.refines(type, seen) ? finding.strength : .none
    }
    if registry.refines(seen, type) { return finding.strength.less(.wider) }
    if let container = state.content.container, seen == container.inside,
      state.names.show(type), registry.isVariant(type, in: container)
    {
      return finding.strength
    }
    if registry.refines(type, seen) {
      // A byte-order mark shows that the bytes are text, which is counted by itself.
      return seen == registry.known.plainText || isOtherDocument(type, in: state)
        ? .none : finding.strength.less(.wider)
    }
    return registry.image.isStored(type, as: seen) ? finding.strength.less(.wider) : .none
  }

  // MARK: Contradictions

  private func contradictions(
    to type: TypeIndex, isNamed: Bool, isText: Bool, isConfirmed: Bool,
    in state: borrowing DetectionState
  ) -> Contradiction.Set {
    var found: Contradiction.Set = []
    if let container = state.content.container, isRefuted(type, isNamed: isNamed, by: container) {
      found.insert(.init(.otherInside))
    }
    guard !isConfirmed else { return found }
    switch (state.content.material, isText) {
    case (.text, true):
      if isOtherGrammar(type, in: state) {
        found.insert(.init(.otherGrammar))
      } else if isOtherDocument(type, in: state) {
        found.insert(.init(.otherDocument))
      }
      if isNamed, hasDataSignature(in: state) { found.insert(.init(.dataSignature)) }
      if registry.requiresSign(type) { found.insert(.init(.missingSign)) }
      if state.content.isLongText, isSought(type, in: state) { found.insert(.init(.noMark)) }
      if state.content.texture == .prose, registry.isSource(type) { found.insert(.init(.prose)) }
    case (.text, false):
      found.insert(.init(registry.hasTextForm(type) ? .textForm : .text))
      if registry.hasSignature(type) { found.insert(.init(.missingSignature)) }
    case (.data(let hasZeroByte), true):
      found.insert(.init(hasZeroByte ? .zeroByte : .control))
    case (.data, false):
      if registry.requiresSignature(type) {
        found.insert(.init(.missingRequiredSignature))
      } else if registry.hasSignature(type) {
        found.insert(.init(.missingSignature))
      }
    }
    switch state.content.texture {
    case .repeatedByte where !isDisk(type): found.insert(.init(.repeatedByte))
    case .random where registry.hasKnownStart(type) || registry.hasTextForm(type):
      found.insert(.init(.random))
    default: break
    }
    let lacksSign =
      found.contains(.init(.missingSignature)) || found.contains(.init(.otherDocument))
    if lacksSign, isNamed, hasOtherClaimant(than: type, in: state) {
      found.insert(.init(.sharedName))
    }
    return found
  }

  /// The type is a kind of the container; among types with the same inside the name decides.
  func isRefuted(
    _ type: TypeIndex, isNamed: Bool, by container: ContainerEvidence
  ) -> Bool {
    if container.refuted.contains(type) { return true }
    guard let shell = container.shell, type != shell, registry.isStored(type, in: container) else {
      return false
    }
    if container.isForeign { return true }
    // The inside shows nothing if it is the container.
    guard container.inside != shell,
      !registry.areKin(type, container.inside)
    else { return false }
    return !registry.isLookalike(type, in: container)
      && !(isNamed && registry.isVariant(type, in: container))
  }

  /// A kind of XML, and the text is not, or has a root element that the type does not have.
  private func isOtherDocument(
    _ type: TypeIndex, in state: borrowing DetectionState
  ) -> Bool {
    guard let document = registry.known.document, registry.refines(type, document) else {
      return false
    }
    switch state.content.document {
    case .none, .malformed: return true
    case .possible: return false
    case .known: return registry.image.hasRootElement(type)
    // Other versions of a format have other namespaces, or none.
    case .unknown(let root):
      return registry.image.hasRootElement(type)
        && !registry.image.hasRootElement(type, named: root)
    }
  }

  /// The contents of a disk can be empty.
  private func isDisk(_ type: TypeIndex) -> Bool {
    registry.image.type(identifier: "public.disk-image").map { registry.isKind(type, of: $0) }
      ?? false
  }

  /// The words of a type were looked for in the text.
  private func isSought(_ type: TypeIndex, in state: borrowing DetectionState) -> Bool {
    for place in state.content.soughtTypes.indices where state.content.soughtTypes[place] == type {
      return true
    }
    return false
  }

  /// XML (section 2.1) or JSON (RFC 8259, section 2) does not allow the start of the text.
  ///
  /// HTML allows any start, but not the one of another format without a tag.
  private func isOtherGrammar(
    _ type: TypeIndex, in state: borrowing DetectionState
  ) -> Bool {
    if let page = registry.known.page, registry.refines(type, page) {
      return !state.content.hasTagLine
        && (state.content.texture == .prose || hasStrongSignature(in: state) { _ in true })
    }
    if let document = registry.known.document, registry.refines(type, document),
      type == document || !registry.image.isStatedText(type)
    {
      return !state.content.hasTagLine || state.content.document == .malformed
    }
    if let json = registry.known.json, registry.refines(type, json) {
      return !state.content.mayBeJSON
    }
    if registry.isSource(type), isJSON(unlike: type, in: state) { return true }
    return type != registry.known.plainText && !registry.isHost(type)
      && !registry.isMarkup(type) && isDeclaredDocument(in: state)
  }

  /// The text keeps the grammar of JSON, and the type is not a kind of that language.
  private func isJSON(unlike type: TypeIndex, in state: borrowing DetectionState) -> Bool {
    guard let json = registry.known.json, !registry.areKin(type, json) else { return false }
    return hasShape(in: state) { finding in
      finding.strength == .grammar && (finding.type.map { registry.refines($0, json) } ?? false)
    }
  }

  private func isDeclaredDocument(in state: borrowing DetectionState) -> Bool {
    hasShape(in: state) { $0.type == registry.known.document }
  }

  private func hasShape(
    in state: borrowing DetectionState, where holds: (Finding) -> Bool
  ) -> Bool {
    for place in state.content.findings.indices {
      let finding = state.content.findings[place]
      if finding.basis == .text, finding.scope == .kin, holds(finding) { return true }
    }
    return false
  }

  /// The text begins with the signature, which is not an accident.
  private func hasDataSignature(in state: borrowing DetectionState) -> Bool {
    hasStrongSignature(in: state) { !registry.isTextual($0) }
  }

  /// The signature is not an accident.
  private func hasStrongSignature(
    in state: borrowing DetectionState, where holds: (TypeIndex) -> Bool
  ) -> Bool {
    for place in state.content.findings.indices {
      let finding = state.content.findings[place]
      if finding.basis == .content, finding.strength >= .besideText,
        let type = finding.type, holds(type)
      {
        return true
      }
    }
    return false
  }

  /// A claimed kind of text that contains others, or a kind of the type.
  private func hasHostOrKin(
    of type: TypeIndex, among state: borrowing DetectionState
  ) -> Bool {
    for place in state.names.candidates.indices {
      guard let claimed = state.names.candidates[place].type else { continue }
      let isPage = registry.known.page.map { registry.refines(claimed, $0) } ?? false
      if registry.isHost(claimed) || registry.refines(claimed, type)
        || isPage && state.content.hasTagLine
      {
        return true
      }
    }
    return false
  }

  private func hasText(among state: borrowing DetectionState) -> Bool {
    for place in state.names.candidates.indices {
      if state.names.candidates[place].type.map(registry.isTextual) ?? false { return true }
    }
    return false
  }

  /// A claimed type that is not related.
  private func hasOtherClaimant(
    than type: TypeIndex, in state: borrowing DetectionState
  ) -> Bool {
    for place in state.names.candidates.indices {
      guard let claimed = state.names.candidates[place].type, claimed != type,
        claimed != registry.known.bytes
      else { continue }
      if !registry.areKin(claimed, type) { return true }
    }
    return false
  }
}
