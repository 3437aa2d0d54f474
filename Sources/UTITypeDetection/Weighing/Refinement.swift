internal import UTITypeGraph

/// The choice, and the steps after the sum (`Documentation/Detection.md`, "Two further steps").
extension Weighing {
  /// The largest sum, unless a rule replaces it by a conforming type or a common type of claimants.
  func choice(in state: borrowing DetectionState) -> Choice {
    choice(among: candidates(in: state), in: state)
  }

  func choice(
    among candidates: ShortList<Candidate>, in state: borrowing DetectionState
  ) -> Choice {
    guard let best = best(of: candidates, in: state) else {
      let nothing = state.names.candidates.first { $0.type == registry.known.bytes }
      return Choice(finding: nothing ?? state.nothing)
    }
    if let common = commonType(of: best, among: candidates, in: state) {
      let step = Choice.Step(replaced: best.finding, answer: common, reason: .common)
      return Choice(finding: common, steps: ShortList(step))
    }
    var choice = refined(best, among: candidates, in: state)
    choice.total = best.certainty
    choice.margin = best.total - rival(of: best, among: candidates)
    return choice
  }

  /// The first of equals; nil if the bytes are data and leave too little of a name.
  func best(
    of candidates: ShortList<Candidate>, in state: borrowing DetectionState
  ) -> Candidate? {
    var best: Candidate?
    for place in candidates.indices
    where candidates[place].total > best?.total ?? Strength(.min) {
      best = candidates[place]
    }
    guard let best, state.content.isText || best.witness != nil || best.total > .data else {
      return nil
    }
    return best
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
  /// Repeated as long as a rule allows a conforming type that the bytes show.
  private func refined(
    _ best: Candidate, among candidates: ShortList<Candidate>, in state: borrowing DetectionState
  ) -> Choice {
    var choice = Choice(finding: best.finding, candidate: best)
    var current = best
    while let (kind, reason) = refinement(of: current, among: candidates, in: state) {
      choice.steps.append(
        Choice.Step(replaced: current.finding, answer: kind.finding, reason: reason))
      choice.finding = kind.finding
      choice.candidate = kind
      current = kind
    }
    return choice
  }

  /// The type of the inside of a container precedes others.
  private func refinement(
    of wide: Candidate, among candidates: ShortList<Candidate>,
    in state: borrowing DetectionState
  ) -> (kind: Candidate, reason: Choice.Reason)? {
    guard let type = wide.type else { return nil }
    let inside = state.content.container?.inside
    var best: (kind: Candidate, seen: Finding, reason: Choice.Reason)?
    for place in candidates.indices {
      let kind = candidates[place]
      guard let kindType = kind.type, kindType != type, kind.contradictions.isEmpty,
        let seen = strongestFinding(about: kindType, in: state),
        kindType == inside
          || best.map({ $0.kind.type != inside && seen.strength > $0.seen.strength }) ?? true,
        registry.refines(kindType, type)
          || kindType == inside && registry.image.isStored(kindType, as: type),
        !registry.refines(type, kindType),
        let reason = reason(for: kind, seen, insteadOf: wide, in: state)
      else { continue }
      best = (kind, seen, reason)
    }
    return best.map { ($0.kind, $0.reason) }
  }

  /// A signature alone does not replace a type of the name, such as `.ogv`, which an author chose.
  private func reason(
    for kind: Candidate, _ seen: Finding, insteadOf wide: Candidate,
    in state: borrowing DetectionState
  ) -> Choice.Reason? {
    guard let kindType = kind.type, let type = wide.type else { return nil }
    // An editor's mode often names the supertype, such as C for a file of C++.
    if seen.scope == .statedLanguage, seen.strength >= .interpreter, registry.isSource(type) {
      return .statedLanguage
    }
    guard wide.isClaimed else {
      guard let shown = strongestFinding(about: type, in: state) else { return nil }
      if seen.basis == .container { return .inside }
      // The words of a text show more of it than a weaker signature at its start.
      if shown.scope == .words, seen.basis == .content, seen.strength <= shown.strength {
        return nil
      }
      // Two signatures of one strength are the same bytes, unless the author of the kind's states
      // by a greater priority that it has more of them.
      let areSame =
        seen.basis == .content && shown.basis == .content
        && seen.strength == shown.strength
        && state.priority(of: seen) ?? 0 <= state.priority(of: shown) ?? 0
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
      // Plain text says nothing of a format whose files all begin with a signature.
      if type == registry.known.plainText, seen.strength > .word,
        registry.image.requiresMagic(kindType)
      {
        return .shown
      }
      // Such a signature shows a program as its interpreter does.
      if registry.isSource(type), seen.strength >= .ownProgram { return .shown }
      return !registry.isTextual(type) && !registry.isKind(kindType, of: type) ? .storedAs : nil
    default: return nil
    }
  }

  /// The inside of a container, and the language that a text states, come before a signature.
  private func strongestFinding(
    about type: TypeIndex, in state: borrowing DetectionState
  ) -> Finding? {
    var strongest: Finding?
    for place in state.content.findings.indices {
      let finding = state.content.findings[place]
      guard finding.type == type, finding.strength > .none, finding.scope != .dialects else {
        continue
      }
      if finding.basis == .container || finding.scope == .statedLanguage { return finding }
      if finding.strength > strongest?.strength ?? .none { strongest = finding }
    }
    return strongest
  }
}

// MARK: The common type of claimants

extension Weighing {
  /// nil if the best of a text's claimants leads the others by enough.
  private func commonType(
    of best: Candidate, among candidates: ShortList<Candidate>,
    in state: borrowing DetectionState
  ) -> Finding? {
    guard state.content.isText, best.isClaimed, let type = best.type,
      best.witness.map({ $0.scope == .dialects }) ?? true
    else { return nil }
    var grounds = best.finding.grounds
    var rivals = ShortList<TypeIndex>()
    for place in candidates.indices {
      let other = candidates[place]
      guard other.isClaimed, let otherType = other.type, registry.isTextual(otherType),
        other.totalIgnoringMarks + .lead > best.total, !registry.areKin(type, otherType)
      else { continue }
      rivals.append(otherType)
      grounds = grounds.followed(by: other.finding.grounds)
    }
    guard !rivals.isEmpty else { return nil }
    guard let common = closestCommonType(of: type, and: rivals) else { return state.content.text }
    return Finding(common, .name, best.finding.strength, naming: 0, grounds: grounds)
  }

  /// The narrowest kind of text; nil if that is plain text or text.
  private func closestCommonType(
    of type: TypeIndex, and others: ShortList<TypeIndex>
  ) -> TypeIndex? {
    var closest: TypeIndex?
    for candidate in registry.image.ancestors(of: type, in: .merged) {
      guard candidate != registry.known.text, candidate != registry.known.plainText,
        registry.isTextual(candidate),
        others.allSatisfy({ registry.isKind($0, of: candidate) })
      else { continue }
      if closest.map({ registry.isKind(candidate, of: $0) }) ?? true { closest = candidate }
    }
    return closest
  }
}
