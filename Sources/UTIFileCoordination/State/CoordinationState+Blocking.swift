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
