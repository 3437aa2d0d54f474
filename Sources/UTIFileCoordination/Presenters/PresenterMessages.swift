internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge

/// The messages to the presenters of this process because of an access, of this or of another process.
struct PresenterMessages {
  typealias Asked = (presenter: FilePresenters.Concerned, request: AccessRequest)

  let concerned: [Asked]

  private let monitor = CoordinationMonitor.shared
  private let answers = Answers()

  init(_ requests: [AccessRequest], _ items: [ClaimedItem], except presenter: ObjectIdentifier?) {
    concerned = zip(requests, items).flatMap { request, item in
      FilePresenters.shared.concerned(with: item.path, except: presenter)
        .map { (presenter: $0, request: request) }
    }
  }

  var refusal: (any Error)? { answers.refusal }

  /// A presenter that does not answer costs an access the patience once (rule K9).
  func skip(_ presenters: [CoordinationState.Presenter]) { answers.noteSilent(presenters) }

  /// Asks all presenters at once; `awaitsPeers`: other processes were asked too.
  func send(
    _ question: CoordinationState.Question, for number: CoordinationState.Number,
    _ callbacks: ReacquisitionCallbacks, awaitsPeers: Bool = false
  ) {
    let asked = concerned.filter { presenter, request in
      guard !answers.isSilent(presenter.id) else { return false }
      return switch question {
      case .relinquish: presenter.relation != .below
      case .prepare:
        presenter.relation == .below ? request.deletes : request.wantsChanges || request.deletes
      }
    }
    let addressees = asked.map {
      CoordinationState.Addressee($0.presenter.id, executors: $0.presenter.executors)
    }
    monitor.withState { $0.ask(number, question, addressees, awaitsPeers: awaitsPeers) }
    for (index, (presenter, request)) in asked.enumerated() {
      let reply: @Sendable ((any Error)?) -> Void = { [monitor, answers] error in
        if let error { answers.note(error) }
        monitor.withState {
          $0.noteAnswer(number, at: index, question, refuses: error != nil)
        }
      }
      presenter.notify(serving: question == .prepare ? number : nil) { [monitor] filePresenter in
        switch question {
        case .relinquish:
          Self.relinquish(filePresenter, request) { callback in
            if let callback { callbacks.add(callback, of: presenter) }
            reply(nil)
          }
        case .prepare: Self.prepare(filePresenter, presenter.relation, request, reply)
        }
        monitor.withState { $0.noteCalled(number, at: index, question) }
      }
    }
  }

  private static func relinquish(
    _ presenter: any NSFilePresenter, _ request: AccessRequest,
    _ answer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    if request.access == .reading {
      presenter.relinquishPresentedItem(toReader: answer)
    } else {
      presenter.relinquishPresentedItem(toWriter: answer)
    }
  }

  private static func prepare(
    _ presenter: any NSFilePresenter, _ relation: FilePresenters.Relation, _ request: AccessRequest,
    _ reply: @escaping @Sendable ((any Error)?) -> Void
  ) {
    if relation == .below {
      presenter.accommodatePresentedSubitemDeletion(at: request.url, completionHandler: reply)
    } else if request.deletes {
      presenter.accommodatePresentedItemDeletion(completionHandler: reply)
    } else {
      presenter.savePresentedItemChanges(completionHandler: reply)
    }
  }

  func notifyOfChanges() {
    for (presenter, request) in concerned where request.changesItem {
      presenter.notify { filePresenter in
        switch presenter.relation {
        case .item, .above: filePresenter.presentedItemDidChange()
        case .below: filePresenter.presentedSubitemDidChange(at: request.url)
        }
      }
    }
  }

  func holdWatches() {
    for (presenter, request) in concerned where request.access == .writing { presenter.holdWatch() }
  }

  /// `isKnown`: presenters are notified of the changes, which watches then do not report.
  func releaseWatches(isKnown: Bool) {
    for (presenter, request) in concerned where request.access == .writing {
      presenter.releaseWatch(isKnown: isKnown)
    }
  }
}

/// The errors of presenters, and the presenters that have not answered.
private final class Answers: Sendable {
  private let values = Mutex(
    (refusal: (any Error)?.none, silent: Set<CoordinationState.Presenter>()))

  var refusal: (any Error)? { values.withLock { $0.refusal } }

  func note(_ error: any Error) {
    values.withLock { if $0.refusal == nil { $0.refusal = error } }
  }

  func isSilent(_ presenter: CoordinationState.Presenter) -> Bool {
    values.withLock { $0.silent.contains(presenter) }
  }

  func noteSilent(_ presenters: [CoordinationState.Presenter]) {
    guard !presenters.isEmpty else { return }
    values.withLock { $0.silent.formUnion(presenters) }
  }
}

extension Duration {
  var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}

/// An item that has moved.
struct ItemMove: Sendable {
  let oldURL: URL
  let newURL: URL
  let source: FilePath
  let destination: FilePath

  /// Notifies the presenters of this process, and makes waiting accesses follow the item.
  func notifyPresenters(except own: ObjectIdentifier?) {
    let concerned = FilePresenters.shared.concerned(with: source, except: own)
    let followers = concerned.filter { $0.relation != .below }.map(\.id)
    FilePresenters.shared.noteMove()
    CoordinationMonitor.shared.withState { $0.move(source, to: destination, notifying: followers) }
    for concerned in concerned {
      if concerned.relation == .item {
        PresenterWatches.shared.retarget(concerned.id, to: newURL)
      }
      concerned.notify { presenter in
        defer {
          if concerned.relation != .below {
            CoordinationMonitor.shared.withState { $0.noteMoved(concerned.id) }
          }
        }
        switch concerned.relation {
        case .item: presenter.presentedItemDidMove(to: newURL)
        case .below: presenter.presentedSubitem(at: oldURL, didMoveTo: newURL)
        case .above:
          // The old path has no symbolic links, so its prefix is the path of the moved item.
          guard let url = presenter.presentedItemURL,
            let moved = FilePath(coordinating: url)?.moved(from: source, to: destination)
          else { return }
          presenter.presentedItemDidMove(to: URL(of: moved))
        }
      }
    }
  }
}
