package import SystemPackage

/// The graph of waits: from each access that waits to the accesses it waits for.
extension CoordinationState {
  /// One access of a circular wait, and its reason to wait for the next one.
  package struct Wait: Hashable, Sendable {
    /// The reason why an access waits for another one.
    package enum Reason: Hashable, Sendable {
      case access
      case turn
      /// A presenter that is asked cannot answer before the other access ends.
      case presenter(Presenter)
      case nested
      /// The accessor needs a queue that the other access occupies.
      case queue
      /// The other access belongs to a save that overtakes the operation of this one.
      case overtaken
    }

    package let path: FilePath
    package let access: ItemAccess
    package let reason: Reason
  }

  /// The accesses through which an access waits for itself; nil if it does not.
  func circularWait(from start: Number) -> [Wait]? {
    var seen: Set<Number> = []
    func search(_ number: Number) -> [Wait]? {
      guard let claim = claim(number), claim.failure == nil else { return nil }
      for (next, reason) in successors(of: claim) {
        let wait = claim.items.first.map {
          Wait(path: $0.path, access: $0.access, reason: reason)
        }
        if next == start { return wait.map { [$0] } ?? [] }
        guard seen.insert(next).inserted, let rest = search(next) else { continue }
        return (wait.map { [$0] } ?? []) + rest
      }
      return nil
    }
    return search(start)
  }

  /// Returns an access and all accesses of this process that cannot continue before it ends.
  func dependents(of number: Number) -> Set<Number> {
    var found: Set<Number> = [number]
    while true {
      let next = claims.filter { claim in
        !found.contains(claim.number) && successors(of: claim).contains { found.contains($0.0) }
      }
      guard !next.isEmpty else { return found }
      found.formUnion(next.map(\.number))
    }
  }

  private func successors(of claim: Claim) -> [(Number, Wait.Reason)] {
    switch claim.phase {
    case .waiting:
      let (isAwaited, isAskedByGuest) = (isAwaited(claim), isAskedByGuest(claim))
      return claims.filter {
        blocks($0, claim, isAwaited: isAwaited, isAskedByGuest: isAskedByGuest)
      }.map { ($0.number, .access) }
    case .turning: return claim.isOutside ? holdersOfTurn(of: claim) : []
    case .relinquishing, .preparing:
      let answers = claim.enquiry.map { answerers(of: claim, $0) } ?? []
      guard answers.isEmpty, isOvertaken(claim) else { return answers }
      return claims.filter {
        $0.description.isOvertaking && $0.phase != .active
          && $0.description.presenter == claim.description.presenter
      }.map { ($0.number, .overtaken) }
    case .locking: return []
    case .active:
      if let awaited = claim.awaited {
        return claims.filter { $0.phase != .active && $0.description.occupied.contains(awaited) }
          .map { ($0.number, .queue) }
      }
      return claims.filter { $0.description.parent == claim.number }.map { ($0.number, .nested) }
    }
  }

  private func holdersOfTurn(of claim: Claim) -> [(Number, Wait.Reason)] {
    claims.filter { other in
      other.number != claim.number && !other.isDelegate
        && (other.phase == .relinquishing || other.phase == .preparing)
        && other.items.contains { item in claim.items.contains { $0.path == item.path } }
    }.map { ($0.number, .turn) }
  }

  /// The accesses that prevent presenters from answering, and the accesses of their answers.
  private func answerers(of claim: Claim, _ enquiry: Enquiry) -> [(Number, Wait.Reason)] {
    var found: [(Number, Wait.Reason)] = []
    for question in enquiry.questions where !question.isAnswered {
      if enquiry.kind == .relinquish, isAnswered(Enquiry(kind: .relinquish, questions: [question]))
      {
        continue
      }
      let needed = question.executors.union(needs[question.presenter]?.keys.map { $0 } ?? [])
      for other in claims where other.phase != .active {
        let isAnswer =
          other.description.served == claim.number
          && other.description.presenter == question.presenter
        guard isAnswer || !needed.isDisjoint(with: other.description.occupied) else { continue }
        found.append((other.number, .presenter(question.presenter)))
      }
    }
    return found
  }
}
