package import SystemPackage

extension CoordinationState {
  func isBlocked(_ claim: Claim) -> Bool {
    let (isAwaited, isAskedByGuest) = (isAwaited(claim), isAskedByGuest(claim))
    return claims.contains {
      blocks($0, claim, isAwaited: isAwaited, isAskedByGuest: isAskedByGuest)
    }
  }

  /// `isAwaited`: an access of this process waits for `claim`; `isAskedByGuest`: one of another
  /// does.
  func blocks(_ other: Claim, _ claim: Claim, isAwaited: Bool, isAskedByGuest: Bool) -> Bool {
    guard other.number != claim.number, !other.lets(claim) else { return false }
    if isAwaited || isAskedByGuest {
      // The access with the turn waits for this one, and all accesses without a turn wait for that
      // one.
      if other.phase == .waiting || other.isOutside && other.phase == .turning { return false }
    }
    if claim.description.isOvertaking, other.description.canBeOvertaken, other.phase != .active,
      other.description.presenter == claim.description.presenter
    {
      return false
    }
    // An access that waits for the end of an accessor does not block the accesses inside it.
    if other.phase == .waiting, isInside(claim, { other.conflicts(with: $0) }) { return false }
    let isAhead = other.phase != .waiting || other.number < claim.number
    return isAhead && claim.conflicts(with: other)
  }

  /// Returns whether an access is made in the accessor of one that meets a condition.
  private func isInside(_ claim: Claim, _ isMet: (Claim) -> Bool) -> Bool {
    var next = claim.description.parent
    while let number = next, let parent = self.claim(number) {
      if isMet(parent) { return true }
      next = parent.description.parent
    }
    return false
  }

  /// Returns whether another access of this process waits for an access of a presenter.
  func isAwaited(_ claim: Claim) -> Bool {
    claims.contains { $0.lets(claim) && $0.overlaps(claim.items) }
  }

  /// Returns whether an access of another process waits for an access of a presenter.
  func isAskedByGuest(_ claim: Claim) -> Bool {
    guard let presenter = claim.description.presenter else { return false }
    return guests.contains { guest in
      guest.enquiry?.isSaving(presenter) == true && claim.overlaps(guest.items)
    }
  }

  func isDelegate(_ claim: Claim) -> Bool { isAwaited(claim) || isAskedByGuest(claim) }

  // MARK: - Overtaking

  /// Overtakes the document's operation, if it waits in an access: the result is true then, and it
  /// does not continue until ``endOvertaking(_:)``.
  package mutating func beginOvertaking(_ presenter: Presenter) -> Bool {
    let isWaiting = claims.contains { claim in
      claim.description.presenter == presenter && claim.description.canBeOvertaken
        && ![.locking, .active].contains(claim.phase)
    }
    if isWaiting { overtaking[presenter, default: 0] += 1 }
    return isWaiting
  }

  package mutating func endOvertaking(_ presenter: Presenter) {
    guard let count = overtaking[presenter] else { return }
    overtaking[presenter] = count > 1 ? count - 1 : nil
  }

  package mutating func change<Operation>(
    _ presenter: Presenter, _ overtaking: OperationQueueState<Operation>.Overtaking
  ) -> Bool {
    switch overtaking {
    case .begin: return beginOvertaking(presenter)
    case .end:
      endOvertaking(presenter)
      return false
    }
  }

  func isOvertaken(_ claim: Claim) -> Bool {
    guard claim.description.canBeOvertaken, let presenter = claim.description.presenter else {
      return false
    }
    return overtaking[presenter] != nil
  }
}

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

  /// A presenter with a request, and the resources necessary to call it.
  package struct Addressee: Hashable, Sendable {
    package let presenter: Presenter
    package let executors: Set<Executor>

    package init(_ presenter: Presenter, executors: Set<Executor> = []) {
      self.presenter = presenter
      self.executors = executors
    }
  }

  /// `awaitsPeers`: presenters of other processes have been asked too.
  package mutating func ask(
    _ number: Number, _ kind: Question, _ addressees: [Addressee], awaitsPeers: Bool = false
  ) {
    let enquiry = Enquiry(
      kind: kind,
      questions: addressees.map {
        Enquiry.Question(presenter: $0.presenter, executors: $0.executors)
      })
    if let index = guests.firstIndex(where: { $0.number == number }) {
      guests[index].enquiry = enquiry
    } else {
      update(number) {
        $0.enquiry = enquiry
        $0.awaitsPeers = awaitsPeers
      }
    }
  }

  /// Records that a presenter has been called with a question; its answer may come later.
  package mutating func noteCalled(_ number: Number, at position: Int, _ kind: Question) {
    updateEnquiry(number) { enquiry in
      guard enquiry.kind == kind, enquiry.questions.indices.contains(position) else { return }
      enquiry.questions[position].executors = []
    }
  }

  package mutating func noteAnswer(
    _ number: Number, at position: Int, _ kind: Question, refuses: Bool = false
  ) {
    updateEnquiry(number) { enquiry in
      guard enquiry.kind == kind, enquiry.questions.indices.contains(position) else { return }
      enquiry.questions[position].isAnswered = true
      if refuses { enquiry.isRefused = true }
    }
  }

  /// Returns the presenters that have not answered.
  package mutating func passOver(_ number: Number) -> [Presenter] {
    var skipped: [Presenter] = []
    updateEnquiry(number) { enquiry in
      for position in enquiry.questions.indices where !enquiry.questions[position].isAnswered {
        enquiry.questions[position].isAnswered = true
        skipped.append(enquiry.questions[position].presenter)
      }
    }
    return skipped
  }

  package func isAnswered(_ number: Number) -> Bool {
    guests.first { $0.number == number }?.enquiry.map(isAnswered) ?? true
  }

  /// A presenter that waits for an access uses no item, and need not answer before that access
  /// ends.
  func isAnswered(_ enquiry: Enquiry) -> Bool {
    enquiry.questions.allSatisfy {
      $0.isAnswered || enquiry.kind == .relinquish && isWaiting($0.presenter)
    }
  }

  private func isWaiting(_ presenter: Presenter) -> Bool {
    var isWaiting = false
    for claim in claims where claim.description.presenter == presenter {
      if claim.phase == .active { return false }
      isWaiting = true
    }
    return isWaiting
  }

  private mutating func updateEnquiry(_ number: Number, _ body: (inout Enquiry) -> Void) {
    if let index = guests.firstIndex(where: { $0.number == number }) {
      guard var enquiry = guests[index].enquiry else { return }
      body(&enquiry)
      guests[index].enquiry = enquiry
    } else if let index = index(of: number) {
      guard var enquiry = claims[index].enquiry else { return }
      body(&enquiry)
      claims[index].enquiry = enquiry
    }
  }

  // MARK: - Accesses of other processes

  package mutating func admit(_ items: [ClaimedItem]) -> Number {
    let number = nextNumber()
    guests.append(Guest(number: number, items: items))
    return number
  }

  package mutating func endEnquiry(_ number: Number) {
    guard let index = guests.firstIndex(where: { $0.number == number }) else { return }
    guests[index].enquiry = nil
  }

  package mutating func dismiss(_ number: Number) { guests.removeAll { $0.number == number } }

  // MARK: - Needs

  package mutating func noteNeed(_ presenter: Presenter, of executor: Executor) {
    needs[presenter, default: [:]][executor, default: 0] += 1
  }

  package mutating func endNeed(_ presenter: Presenter, of executor: Executor) {
    guard let count = needs[presenter]?[executor] else { return }
    needs[presenter]?[executor] = count > 1 ? count - 1 : nil
    if needs[presenter]?.isEmpty == true { needs[presenter] = nil }
  }
}
