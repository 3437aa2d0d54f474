internal import Foundation
internal import Synchronization

/// What the presenters of this process are asked and told because of an access, in this process or
/// in another one.
struct PresenterMessages {
  typealias Asked = (presenter: FilePresenters.Concerned, request: AccessRequest)

  /// The presenters that the access concerns, each with what it concerns it by.
  let concerned: [Asked]
  let patience: Duration
  var isCancelled: () -> Bool = { false }
  var willWait: () -> Void = {}

  private let locks = ItemLocks.shared

  init(
    _ requests: [AccessRequest], _ items: [ItemLocks.Item],
    except presenter: ObjectIdentifier?, patience: Duration
  ) {
    concerned = zip(requests, items).flatMap { request, item in
      FilePresenters.shared.concerned(with: item.path, except: presenter)
        .map { (presenter: $0, request: request) }
    }
    self.patience = patience
  }

  /// Waits until nobody else uses the items.
  ///
  /// - Returns: how many were passed over.
  func askToGiveWay(_ reacquirers: ReacquisitionCallbacks) throws -> Int {
    let asked = concerned.filter { $0.presenter.relation != .below }
    return try ask(asked.map(\.presenter), isAnsweredByWaiting: true) { index, reply in
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
  ///
  /// - Parameter noteSaving: receives the presenters whose own accesses go first meanwhile.
  /// - Returns: how many were passed over.
  func askToPrepare(_ noteSaving: (Set<ObjectIdentifier>) -> Void) throws -> Int {
    let asked = concerned.filter { presenter, request in
      presenter.relation == .below ? request.deletes : request.wantsChanges || request.deletes
    }
    guard !asked.isEmpty else { return 0 }
    noteSaving(Set(asked.map(\.presenter.id)))
    defer { noteSaving([]) }
    return try ask(asked.map(\.presenter), isAnsweredByWaiting: false) { index, reply in
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

  /// Says that the items that were written are others now.
  func tellOfChanges() {
    for (presenter, request) in concerned where request.changesItem {
      presenter.tell { filePresenter in
        switch presenter.relation {
        case .item, .above: filePresenter.presentedItemDidChange()
        case .below: filePresenter.presentedSubitemDidChange(at: request.url)
        }
      }
    }
  }

  /// Sees to it that watching does not find again what an access has done, of which the presenters
  /// are told.
  func acknowledgeChanges() {
    for (presenter, request) in concerned where request.access == .writing {
      presenter.acknowledge()
    }
  }

  /// Asks presenters all at once and waits for the answers.
  ///
  /// - Parameters:
  ///   - isAnsweredByWaiting: whether a presenter that waits for an item itself has answered: it
  ///     uses nothing, and could not answer.
  ///   - question: asks the presenter at an index, and hands over what to answer with.
  /// - Returns: how many have not answered.
  /// - Throws: what a presenter answers, or that the access was called off (rule K5).
  private func ask(
    _ presenters: [FilePresenters.Concerned], isAnsweredByWaiting: Bool,
    _ question: (_ index: Int, _ reply: @escaping @Sendable ((any Error)?) -> Void) -> Void
  ) throws -> Int {
    guard !presenters.isEmpty else { return 0 }
    let answers = Answers(count: presenters.count)
    for index in presenters.indices {
      question(index) { [locks] error in
        answers.note(error, at: index)
        locks.signal()
      }
    }
    willWait()
    let isAnswered = locks.wait(until: Date(timeIntervalSinceNow: min(patience.seconds, 1e9))) {
      isCancelled()
        || presenters.indices.allSatisfy {
          answers.isAnswered($0) || isAnsweredByWaiting && locks.isIdle(presenters[$0].id)
        }
    }
    if isCancelled() { throw CocoaError(.userCancelled) }
    // Who was not waited for any longer may answer at this moment.
    if let error = answers.error { throw error }
    return isAnswered ? 0 : presenters.indices.filter { !answers.isAnswered($0) }.count
  }
}

/// The answers of presenters.
private final class Answers: Sendable {
  private struct State {
    var answered: [Bool]
    var error: (any Error)?
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(State(answered: Array(repeating: false, count: count)))
  }

  /// The first error that was answered with.
  var error: (any Error)? { state.withLock { $0.error } }

  func isAnswered(_ index: Int) -> Bool { state.withLock { $0.answered[index] } }

  func note(_ error: (any Error)?, at index: Int) {
    state.withLock { state in
      state.answered[index] = true
      if state.error == nil { state.error = error }
    }
  }
}

extension Duration {
  /// The same for Foundation.
  var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}
