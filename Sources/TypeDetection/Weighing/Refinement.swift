internal import TypeGraph

/// The choice among the candidates, and the steps behind the sum (`Documentation/Detection.md`, "Two further
/// steps").
extension Weighing {
  /// Chooses the answer: the candidate with the largest sum, the first of equals, replaced by a kind of it or
  /// by the common type of several claimants if the rules of the steps say so.
  func choice(in state: borrowing DetectionState) -> Choice {
    let candidates = candidates(in: state)
    var first: Candidate?
    for place in candidates.indices
    where candidates[place].total > first?.total ?? Strength(.min) {
      first = candidates[place]
    }
    guard let first, state.content.isText || first.witness != nil || first.total > .data else {
      let nothing = state.names.candidates.first { $0.type == registry.known.bytes }
      return Choice(
        finding: nothing ?? state.nothing,
        conflict: conflict(nil, among: candidates, in: state))
    }
    if let common = commonType(of: first, among: candidates, in: state) {
      let step = Choice.Step(replaced: first.finding, answer: common, reason: .common)
      return Choice(finding: common, steps: ShortList(step))
    }
    var choice = refined(first, among: candidates, in: state)
    choice.total = first.total
    choice.margin = first.total - rival(of: first, among: candidates)
    choice.conflict = conflict(first, among: candidates, in: state)
    return choice
  }

  /// The sum of the best of the candidates that are not kin of another.
  private func rival(of best: Candidate, among candidates: ShortList<Candidate>) -> Strength {
    var rival = Strength.none
    for place in candidates.indices where candidates[place].total > rival {
      let other = candidates[place]
      if !registry.areKin(best.finding, other.finding) { rival = other.total }
    }
    return rival
  }
}

// MARK: The more precise of two kin

extension Weighing {
  /// Replaces a candidate by a kind of it that the bytes show, as long as a rule allows it.
  private func refined(
    _ best: Candidate, among candidates: ShortList<Candidate>, in state: borrowing DetectionState
  ) -> Choice {
    var steps = ShortList<Choice.Step>()
    var current = best
    while let (kind, reason) = refinement(of: current, among: candidates, in: state) {
      steps.append(
        Choice.Step(replaced: current.finding, answer: kind.finding, reason: reason))
      current = kind
    }
    return Choice(finding: supported(current, in: state), steps: steps)
  }

  /// The strongest kind of a candidate that the bytes show and that may replace it, with the rule.
  private func refinement(
    of wide: Candidate, among candidates: ShortList<Candidate>,
    in state: borrowing DetectionState
  ) -> (kind: Candidate, reason: Choice.Reason)? {
    guard let type = wide.type else { return nil }
    var best: (kind: Candidate, seen: Finding, reason: Choice.Reason)?
    for place in candidates.indices {
      let kind = candidates[place]
      guard let kindType = kind.type, kindType != type, registry.refines(kindType, type),
        !registry.refines(type, kindType), kind.contradictions.isEmpty,
        let seen = strongestFinding(about: kindType, state.content),
        seen.strength > best?.seen.strength ?? .none,
        let reason = reason(for: kind, seen, insteadOf: wide, in: state)
      else { continue }
      best = (kind, seen, reason)
    }
    return best.map { ($0.kind, $0.reason) }
  }

  /// The rule by which a kind that the bytes show replaces a wider type; nil if none does.
  ///
  /// The author of a name such as `.ogv` or `.txt` chose it, so that a signature alone does not replace the
  /// type of the name.
  private func reason(
    for kind: Candidate, _ seen: Finding, insteadOf wide: Candidate,
    in state: borrowing DetectionState
  ) -> Choice.Reason? {
    guard let kindType = kind.type, let type = wide.type else { return nil }
    if seen.scope == .statedLanguage, registry.isSource(type) { return .statedLanguage }
    guard wide.isClaimed else {
      guard let shown = strongestFinding(about: type, state.content) else { return nil }
      if seen.basis == .container { return .inside }
      // Two signatures of one strength are the same bytes.
      let areSame = seen.basis == .content && shown.basis == .content
        && seen.strength == shown.strength
      return !areSame && seen.strength + .kinLead > shown.strength ? .shown : nil
    }
    switch seen.basis {
    case .container:
      let container = state.content.container
      return type == container?.shell
        || container.map { !registry.isVariant(type, in: $0) } ?? true ? .inside : nil
    case .rootElement: return .rootElement
    case .content:
      if kind.isClaimed { return .claimedToo }
      return !registry.isTextual(type) && !registry.isKind(kindType, of: type) ? .storedAs : nil
    default: return nil
    }
  }

  /// The strongest finding about a type itself, a look inside a container before a signature.
  private func strongestFinding(
    about type: TypeIndex, _ content: borrowing ContentFindings
  ) -> Finding? {
    var strongest: Finding?
    for place in content.findings.indices {
      let finding = content.findings[place]
      guard finding.type == type, finding.strength > .none, finding.scope != .dialects else {
        continue
      }
      if finding.basis == .container { return finding }
      if finding.strength > strongest?.strength ?? .none { strongest = finding }
    }
    return strongest
  }

  /// The finding of a candidate with the reasons of all that supports it.
  private func supported(_ best: Candidate, in state: borrowing DetectionState) -> Finding {
    guard let type = best.type else { return best.finding }
    let own = strongestFinding(about: type, state.content)
    var finding = best.isClaimed ? best.finding : own ?? best.finding
    if best.isClaimed, let witness = best.witness { finding = finding.supported(by: witness) }
    for place in state.content.findings.indices {
      let other = state.content.findings[place]
      guard let seen = other.type, other.scope != .dialects,
        other.grounds.first != own?.grounds.first || best.isClaimed,
        other.grounds.first != best.witness?.grounds.first || !best.isClaimed,
        seen == type || other.strength > .text && registry.refines(type, seen)
      else { continue }
      finding = finding.supported(by: other)
    }
    if best.isClaimed {
      // That bytes are text supports a text with no other evidence.
      if best.witness == nil, registry.isTextual(type), let text = state.content.text {
        finding = finding.supported(by: text)
      }
    } else if let claimant = state.names.candidates.first(where: {
      $0.type != registry.known.bytes && registry.areKin($0, best.finding)
    }) {
      finding = finding.supported(by: claimant)
    }
    return finding
  }
}

// MARK: The common type of claimants

extension Weighing {
  /// The common type of the claimants of a text's name if the best does not lead the others by enough:
  /// source code, or plain text. Nil if it does.
  private func commonType(
    of best: Candidate, among candidates: ShortList<Candidate>,
    in state: borrowing DetectionState
  ) -> Finding? {
    guard state.content.isText, best.isClaimed,
      best.witness.map({ $0.scope == .dialects }) ?? true
    else { return nil }
    var grounds = best.finding.grounds
    var isShared = false
    var areSource = best.type.map(registry.isSource) ?? false
    for place in candidates.indices {
      let other = candidates[place]
      guard other.isClaimed, let type = other.type, registry.isTextual(type),
        other.total + .lead > best.total, !registry.areKin(best.finding, other.finding)
      else { continue }
      isShared = true
      areSource = areSource && registry.isSource(type)
      grounds = grounds.followed(by: other.finding.grounds)
    }
    guard isShared else { return nil }
    guard areSource, let sourceCode = registry.known.sourceCode else { return state.content.text }
    return Finding(
      sourceCode, .name, best.finding.strength, naming: 0, grounds: grounds)
  }
}

// MARK: Disagreement

extension Weighing {
  /// The disagreement between the name and the bytes; nil if they agree.
  private func conflict(
    _ winner: Candidate?, among candidates: ShortList<Candidate>,
    in state: borrowing DetectionState
  ) -> Choice.Conflict? {
    guard
      let name = state.names.candidates.first(where: { $0.type != registry.known.bytes }),
      let seen = state.content.strongest
    else { return nil }
    let followsName = winner.map { follows($0, name) } ?? false
    if followsName, registry.areKin(name, seen) { return nil }
    var (named, other) = (Candidate?.none, Strength.none)
    for place in candidates.indices {
      let candidate = candidates[place]
      if candidate.type == name.type { named = candidate }
      if candidate.type == seen.type { other = max(other, candidate.total) }
    }
    guard let named else { return nil }
    // That bytes are text is no contradiction to a text, nor to a type that a signature supports.
    let isSupported = named.witness != nil || named.type.map(registry.isTextual) ?? false
    if followsName, isSupported, seen.grounds.first == state.content.text?.grounds.first {
      return nil
    }
    let total = winner?.total ?? .data
    return Choice.Conflict(
      name: name, content: followsName ? seen : winner?.finding ?? seen,
      followsName: followsName, contradiction: named.contradictions.all.first,
      margin: followsName ? named.total - other : total - named.total)
  }

  /// A Boolean value that indicates whether an answer follows a name: it does not if the bytes leave only a
  /// wider type of it.
  private func follows(_ winner: Candidate, _ name: Finding) -> Bool {
    guard registry.areKin(winner.finding, name) else { return false }
    guard !winner.isClaimed, let type = winner.type, let nameType = name.type else { return true }
    return registry.refines(type, nameType)
  }
}
