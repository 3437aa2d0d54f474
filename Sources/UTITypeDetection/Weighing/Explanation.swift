internal import UTITypeGraph

/// The reasons for a choice, which are created on request.
extension Weighing {
  func explanation(of state: borrowing DetectionState) -> Explanation {
    let choice = choice(in: state)
    return Explanation(
      finding: choice.candidate.map { supported($0, in: state) } ?? choice.finding,
      steps: choice.steps)
  }

  /// nil if they agree or one of them shows nothing.
  func conflict(in state: borrowing DetectionState) -> Conflict? {
    guard state.content.strongest != nil,
      state.names.candidates.contains(where: { $0.type != registry.known.bytes })
    else { return nil }
    let candidates = candidates(in: state)
    return conflict(choice(among: candidates, in: state), among: candidates, in: state)
  }

  /// The result has the reasons of all that supports the candidate.
  private func supported(_ best: Candidate, in state: borrowing DetectionState) -> Finding {
    guard let type = best.type else { return best.finding }
    let own = best.isClaimed ? best.witness : best.finding
    var finding = best.finding
    if best.isClaimed, let witness = best.witness { finding = finding.supported(by: witness) }
    for place in state.content.findings.indices {
      let other = state.content.findings[place]
      guard let seen = other.type, other.scope != .dialects,
        other.grounds.first != own?.grounds.first,
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

  /// nil if they agree.
  func conflict(
    _ choice: Choice, among candidates: ShortList<Candidate>, in state: borrowing DetectionState
  ) -> Conflict? {
    if case .common? = choice.steps.first?.reason { return nil }
    let winner = best(of: candidates, in: state)
    guard
      let name = state.names.candidates.first(where: { $0.type != registry.known.bytes }),
      let seen = shown(in: state)
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
    // That bytes are text is not a contradiction to a text, nor to a type that a signature
    // supports.
    let isSupported = named.witness != nil || named.type.map(registry.isTextual) ?? false
    if followsName, isSupported, seen.grounds.first == state.content.text?.grounds.first {
      return nil
    }
    let total = winner?.total ?? .data
    return Conflict(
      name: name, content: followsName ? seen : winner?.finding ?? seen,
      followsName: followsName, contradiction: named.contradictions.all.first,
      margin: followsName ? named.total - other : total - named.total)
  }

  /// The inside of a container does not exclude the finding.
  private func shown(in state: borrowing DetectionState) -> Finding? {
    guard let container = state.content.container else { return state.content.strongest }
    return state.content.strongest { finding in
      finding.type.map { !isRefuted($0, isNamed: state.names.show($0), by: container) } ?? true
    }
  }

  /// False if the bytes leave only a wider type of the name.
  private func follows(_ winner: Candidate, _ name: Finding) -> Bool {
    guard registry.areKin(winner.finding, name) else { return false }
    guard !winner.isClaimed, let type = winner.type, let nameType = name.type else { return true }
    return registry.refines(type, nameType)
  }
}

/// The reasons for a choice.
struct Explanation {
  let finding: Finding
  /// They replaced the type with the largest sum.
  let steps: ShortList<Choice.Step>
}

/// A name and bytes that cannot both be right.
struct Conflict {
  let name: Finding
  let content: Finding
  let followsName: Bool
  /// nil if the bytes only outweigh the name.
  let contradiction: Contradiction?
  let margin: Strength
}
