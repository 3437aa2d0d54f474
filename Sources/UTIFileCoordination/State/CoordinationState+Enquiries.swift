extension CoordinationState {
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
