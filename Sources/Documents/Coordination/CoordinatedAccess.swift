#if !canImport(Darwin)
  internal import Foundation
  internal import SystemPackage

  /// One access to items, from claiming them to telling their presenters that it is over.
  struct CoordinatedAccess {
    /// What is going to be done with an item.
    struct Request: Sendable {
      let url: URL
      let access: ItemLocks.Access
      var reading: NSFileCoordinator.ReadingOptions = []
      var writing: NSFileCoordinator.WritingOptions = []

      /// Whether the item, with everything in it, may be gone afterwards.
      var takesItemAway: Bool {
        access == .writing && !writing.isDisjoint(with: [.forDeleting, .forMoving, .forReplacing])
      }
      /// Whether presenters are asked to save before.
      var wantsChanges: Bool {
        access == .reading
          ? reading.isDisjoint(with: [.withoutChanges, .immediatelyAvailableMetadataOnly])
          : writing.contains(.forMerging)
      }
      var deletes: Bool {
        access == .writing && !writing.isDisjoint(with: [.forDeleting, .forReplacing])
      }
    }

    let requests: [Request]
    let presenter: ObjectIdentifier?
    let purpose: String
    let patience: Duration
    let isCancelled: () -> Bool
    let willWait: () -> Void

    private let locks = ItemLocks.shared

    init(
      _ requests: [Request], presenter: ObjectIdentifier?, purpose: String, patience: Duration,
      isCancelled: @escaping () -> Bool, willWait: @escaping () -> Void
    ) {
      self.requests = requests
      self.presenter = presenter
      self.purpose = purpose
      self.patience = patience
      self.isCancelled = isCancelled
      self.willWait = willWait
    }

    /// Claims the items, asks their presenters, and lets the access happen.
    ///
    /// - Parameters:
    ///   - items: the items of the requests, as far as the caller does not hold them already.
    ///   - body: makes the access, at the URLs that it is given.
    /// - Throws: what a presenter or the access throws, or that it was called off.
    func perform<Result>(
      _ items: [ItemLocks.Item], _ body: ([ItemLocks.Item]) throws -> Result
    ) throws -> Result {
      guard
        let claim = locks.acquire(
          items, purpose: purpose, presenter: presenter, isCancelled: isCancelled,
          willWait: willWait)
      else { throw CocoaError(.userCancelled) }
      let reacquirers = Reacquirers()
      var changed: [(FilePresenters.Concerned, Request)] = []
      defer {
        locks.release(claim.number)
        reacquirers.callAll()
        for (concerned, request) in changed { tellOfChange(concerned, request.url) }
      }
      let concerned = zip(requests, claim.items).flatMap { request, item in
        FilePresenters.shared.concerned(with: item.path, except: presenter)
          .map { (presenter: $0, request: request) }
      }
      try askToGiveWay(concerned, reacquirers)
      try askToPrepare(concerned, for: claim)
      guard !isCancelled() else { throw CocoaError(.userCancelled) }
      locks.change(claim.number) { $0.phase = .active }
      if requests.contains(where: { $0.access == .writing && !$0.takesItemAway }) {
        changed = concerned.filter { $0.request.access == .writing && !$0.request.takesItemAway }
          .map { ($0.presenter, $0.request) }
      }
      defer { acknowledge(concerned) }
      return try body(claim.items)
    }

    /// Sees to it that nobody finds again, by watching, what this access has done and told.
    private func acknowledge(
      _ concerned: [(presenter: FilePresenters.Concerned, request: Request)]
    ) {
      guard requests.contains(where: { $0.access == .writing }) else { return }
      for (presenter, request) in concerned where request.access == .writing {
        presenter.acknowledge()
      }
      if let presenter { PresenterWatches.shared.acknowledge(presenter) }
    }

    // MARK: - Asking presenters

    /// Waits until nobody else uses the items.
    private func askToGiveWay(
      _ concerned: [(presenter: FilePresenters.Concerned, request: Request)],
      _ reacquirers: Reacquirers
    ) throws {
      let asked = concerned.filter { $0.presenter.relation != .below }
      try ask(asked.map(\.presenter), isAnsweredByWaiting: true) { index, reply in
        let (presenter, request) = asked[index]
        let answer: @Sendable ((@Sendable () -> Void)?) -> Void = { reacquirer in
          if let reacquirer { reacquirers.add(reacquirer, of: presenter) }
          reply(nil)
        }
        presenter.tell {
          if request.access == .reading {
            $0.relinquishPresentedItem(toReader: answer)
          } else {
            $0.relinquishPresentedItem(toWriter: answer)
          }
        }
      }
    }

    /// Waits until the presenters have saved, or are prepared to lose the items.
    private func askToPrepare(
      _ concerned: [(presenter: FilePresenters.Concerned, request: Request)],
      for claim: ItemLocks.Claim
    ) throws {
      let asked = concerned.filter { presenter, request in
        presenter.relation == .below ? request.deletes : request.wantsChanges || request.deletes
      }
      guard !asked.isEmpty else { return }
      locks.change(claim.number) { $0.saving = Set(asked.map(\.presenter.id)) }
      defer { locks.change(claim.number) { $0.saving = [] } }
      try ask(asked.map(\.presenter), isAnsweredByWaiting: false) { index, reply in
        let (presenter, request) = asked[index]
        presenter.tell { filePresenter in
          if presenter.relation == .below {
            filePresenter.accommodatePresentedSubitemDeletion(
              at: request.url, completionHandler: reply)
          } else if request.deletes {
            filePresenter.accommodatePresentedItemDeletion(completionHandler: reply)
          } else {
            filePresenter.savePresentedItemChanges(completionHandler: reply)
          }
        }
      }
    }

    /// Asks presenters all at once and waits for the answers.
    ///
    /// - Parameters:
    ///   - isAnsweredByWaiting: whether a presenter that waits for an item itself has answered: it
    ///     uses nothing, and could not answer.
    ///   - question: asks the presenter at an index, and hands over what to answer with.
    /// - Throws: what a presenter answers, or that the access was called off (rule K5).
    private func ask(
      _ presenters: [FilePresenters.Concerned], isAnsweredByWaiting: Bool,
      _ question: (_ index: Int, _ reply: @escaping @Sendable ((any Error)?) -> Void) -> Void
    ) throws {
      guard !presenters.isEmpty else { return }
      let answers = Answers(count: presenters.count)
      for index in presenters.indices {
        question(index) { [locks] error in locks.signal { answers.note(error, at: index) } }
      }
      willWait()
      let isAnswered = locks.wait(until: Date(timeIntervalSinceNow: patience.seconds)) {
        isCancelled()
          || presenters.indices.allSatisfy {
            answers.isAnswered($0) || isAnsweredByWaiting && locks.isIdle(presenters[$0].id)
          }
      }
      if isCancelled() { throw CocoaError(.userCancelled) }
      if let error = answers.error { throw error }
      if !isAnswered { report(presenters.indices.filter { !answers.isAnswered($0) }.count) }
    }

    /// Says that presenters were passed over (rule K9).
    private func report(_ count: Int) {
      guard let url = requests.first?.url else { return }
      DocumentEnvironment.standard.report(
        DocumentError(
          .presenterUnresponsive, .coordinate, url: url,
          message: "\(count) file presenters have not answered for \(patience)",
          remedy: "call what a presenter is handed in every case, and keep its queue free"))
    }

    private func tellOfChange(_ concerned: FilePresenters.Concerned, _ url: URL) {
      concerned.tell { presenter in
        switch concerned.relation {
        case .item, .above: presenter.presentedItemDidChange()
        case .below: presenter.presentedSubitemDidChange(at: url)
        }
      }
    }
  }

  /// The answers of presenters; the lock of the claims guards them, which is why unchecked is safe.
  private final class Answers: @unchecked Sendable {
    private var answered: [Bool]
    private(set) var error: (any Error)?

    init(count: Int) { answered = Array(repeating: false, count: count) }

    func isAnswered(_ index: Int) -> Bool { answered[index] }

    func note(_ error: (any Error)?, at index: Int) {
      answered[index] = true
      if self.error == nil { self.error = error }
    }
  }

  /// What to call when an access is over.
  ///
  /// Unchecked because of its lock.
  private final class Reacquirers: @unchecked Sendable {
    private let lock = NSLock()
    private var isOver = false
    private var waiting: [(FilePresenters.Concerned, @Sendable () -> Void)] = []

    func add(_ reacquirer: @escaping @Sendable () -> Void, of presenter: FilePresenters.Concerned) {
      lock.lock()
      let isLate = isOver
      if !isLate { waiting.append((presenter, reacquirer)) }
      lock.unlock()
      if isLate { presenter.tell { _ in reacquirer() } }
    }

    func callAll() {
      lock.lock()
      isOver = true
      let waiting = waiting
      lock.unlock()
      for (presenter, reacquirer) in waiting { presenter.tell { _ in reacquirer() } }
    }
  }

  extension Duration {
    fileprivate var seconds: TimeInterval {
      TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
  }
#endif
