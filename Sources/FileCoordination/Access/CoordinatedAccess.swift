internal import Foundation
internal import SystemPackage

/// One access to items, from claiming them to telling their presenters that it is over.
///
/// ```
/// claim the items in this process
/// ── take the turn at the items among all processes
/// ── ask presenters here and elsewhere to give way, then to save
/// ── lock the items among all processes ── let the next have its turn ── access
/// ── unlock, release ── tell presenters
/// ```
///
/// Presenters are asked before the items are locked: who saves for the sake of the access locks them
/// as well, without waiting for a turn. The turn keeps a stream of readers from keeping a writer
/// out.
struct CoordinatedAccess {
  let requests: [AccessRequest]
  let presenter: ObjectIdentifier?
  let purpose: (identifier: String, isKnown: Bool)
  let patience: Duration
  let cancellation: Cancellation
  let willWait: () -> Void

  private var locks: ItemLocks { .shared }
  private var isCancelled: () -> Bool { { cancellation.isCancelled } }

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
        items, purpose: purpose.identifier, presenter: presenter, isCancelled: isCancelled,
        willWait: willWait)
    else { throw CocoaError(.userCancelled) }
    let turn = InterProcessLock(
      claim, purpose: purpose, cancellation: cancellation, willWait: willWait)
    let reacquirers = ReacquisitionCallbacks()
    var questions: PresenterMessages?
    var peers: PeerMessages?
    var isChanged = false
    defer {
      turn.end()
      locks.release(claim.number)
      reacquirers.callAll()
      if isChanged { questions?.tellOfChanges() }
      peers?.end(isChanged: isChanged)
      if isChanged, turn.isDelegate {
        PeerMessages.tellOfChanges(requests, turn.items, patience)
      }
    }
    try turn.begin()
    var here = PresenterMessages(requests, turn.items, except: presenter, patience: patience)
    here.isCancelled = isCancelled
    here.willWait = willWait
    questions = here
    if !turn.isDelegate, turn.isShared {
      peers = PeerMessages(
        requests, turn.items, patience: patience, cancellation: cancellation, willWait: willWait)
    }
    try ask(here, peers, reacquirers, for: claim)
    guard !cancellation.isCancelled else { throw CocoaError(.userCancelled) }
    try turn.lockItems()
    locks.change(claim.number) { $0.phase = .active }
    isChanged = requests.contains(where: \.changesItem)
    defer { acknowledge(here) }
    return try body(turn.items)
  }

  /// Sees to it that nobody finds again, by watching, what this access has done and told.
  private func acknowledge(_ questions: PresenterMessages) {
    questions.acknowledgeChanges()
    if let presenter, requests.contains(where: { $0.access == .writing }) {
      PresenterWatches.shared.acknowledge(presenter)
    }
  }

  /// Asks all presenters, here and elsewhere at the same time.
  private func ask(
    _ here: PresenterMessages, _ peers: PeerMessages?, _ reacquirers: ReacquisitionCallbacks,
    for claim: ItemLocks.Claim
  ) throws {
    // One process may go from one question to the next without asking what others have answered.
    let isCombined = here.concerned.isEmpty && peers?.count == 1
    peers?.ask(isCombined ? .all : .givingWay)
    report(try here.askToGiveWay(reacquirers))
    try peers?.waitForAnswers()
    if !isCombined, requests.contains(where: { $0.wantsChanges || $0.deletes }) {
      peers?.ask(.preparing)
      let passedOver = try here.askToPrepare { presenters in
        locks.change(claim.number) { $0.saving = presenters }
      }
      report(passedOver)
      try peers?.waitForAnswers()
    }
  }

  /// Says that presenters were passed over (rule K9).
  private func report(_ count: Int) {
    guard count > 0, let url = requests.first?.url else { return }
    FileCoordinationConfiguration.standard.report(
      FileCoordinationError(
        .presenterUnresponsive, url: url,
        message: "\(count) file presenters have not answered for \(patience)",
        remedy: "call what a presenter is handed in every case, and keep its queue free"))
  }
}
