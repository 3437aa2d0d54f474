internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

/// Carries out one access, by the steps of ``CoordinationState``: presenters are asked before the
/// items are locked, because a presenter that saves for the access locks them too.
struct CoordinatedAccess {
  let requests: [AccessRequest]
  let description: Claim.Description
  let purpose: (identifier: String, isKnown: Bool)
  let patience: Duration
  let cancellation: Cancellation
  let willWait: () -> Void

  private var monitor: CoordinationMonitor { .shared }

  /// The place of an access among the accesses of the process, in the order of their calls.
  struct Place {
    let number: CoordinationState.Number
    let lock: InterProcessLock
  }

  /// ``perform(at:_:)`` must follow, on any thread.
  func begin(_ items: [ClaimedItem]) -> Place {
    let lock = InterProcessLock(
      items, purpose: purpose, patience: patience, cancellation: cancellation, willWait: willWait)
    var description = description
    description.isShared = lock.isShared
    return Place(number: monitor.withState { $0.begin(items, description) }, lock: lock)
  }

  /// `body` gets the items as they may have moved.
  ///
  /// - Throws: The error of a presenter or of the accessor, ``DocumentError`` for a
  ///   circular wait, or `CocoaError` with the code `userCancelled`.
  func perform<Result>(
    at place: Place, _ body: ([ClaimedItem], CoordinationState.Number) throws -> Result
  ) throws -> Result {
    let (number, lock) = (place.number, place.lock)
    var conversation = Conversation()
    defer { end(number, lock, conversation) }
    var deadline: Date?
    while true {
      let step = monitor.step(
        of: number, until: deadline, isCancelled: { cancellation.isCancelled }, willWait: willWait)
      switch step {
      case .wait:
        deadline = nil
        let silent = monitor.withState { $0.passOver(number) }
        conversation.here?.skip(silent)
        report(silent.count)
      case .takeTurn: lock.takeTurn(number)
      case .leaveTurn: monitor.withState { $0.noteTurnLeft(number) }
      case .ask(let question):
        deadline = Date(timeIntervalSinceNow: min(patience.seconds, 1e9))
        ask(question, number, &conversation)
      case .awaitPeers:
        try conversation.peers?.waitForAnswers()
        monitor.withState { $0.notePeersAnswered(number) }
      case .lockItems: lock.lockItems(number)
      case .access:
        conversation.isChanged = requests.contains(where: \.changesItem)
        holdWatches(conversation.here)
        defer { releaseWatches(conversation.here) }
        return try body(monitor.withState { $0.items(of: number) }, number)
      case .fail(let failure): throw error(failure, conversation)
      }
    }
  }

  /// The messages of an access to presenters.
  private struct Conversation {
    var here: PresenterMessages?
    var peers: PeerMessages?
    let callbacks = ReacquisitionCallbacks()
    /// True if the only other process asks both questions at once.
    var isCombined = false
    var isChanged = false
  }

  private func ask(
    _ question: CoordinationState.Question, _ number: CoordinationState.Number,
    _ conversation: inout Conversation
  ) {
    if question == .prepare {
      if conversation.isCombined { return monitor.withState { $0.ask(number, .prepare, []) } }
      conversation.peers?.ask(.preparing)
    } else {
      let (items, isDelegate, isShared) = monitor.withState {
        ($0.items(of: number), $0.isDelegate(number), $0.isShared(number))
      }
      let here = PresenterMessages(requests, items, except: description.presenter)
      conversation.here = here
      if !isDelegate, isShared {
        let peers = PeerMessages(
          requests, items, patience: patience, cancellation: cancellation, willWait: willWait)
        conversation.isCombined = here.concerned.isEmpty && peers.count == 1
        conversation.peers = peers
        peers.ask(conversation.isCombined ? .all : .givingWay)
      }
    }
    conversation.here?.send(
      question, for: number, conversation.callbacks, awaitsPeers: conversation.peers != nil)
  }

  private func end(
    _ number: CoordinationState.Number, _ lock: InterProcessLock, _ conversation: Conversation
  ) {
    lock.end(number)
    let (items, isDelegate) = monitor.withState { state in
      defer { state.release(number) }
      return (state.items(of: number), state.isDelegate(number))
    }
    conversation.callbacks.callAll()
    if conversation.isChanged { conversation.here?.notifyOfChanges() }
    conversation.peers?.end(isChanged: conversation.isChanged)
    if conversation.isChanged, isDelegate {
      PeerMessages.notifyOfChanges(requests, items, patience)
    }
  }

  /// Prevents watches from reporting the changes that the access makes.
  private func holdWatches(_ messages: PresenterMessages?) {
    messages?.holdWatches()
    if let writingPresenter { PresenterWatches.shared.hold(writingPresenter) }
  }

  private func releaseWatches(_ messages: PresenterMessages?) {
    messages?.releaseWatches(isKnown: true)
    if let writingPresenter { PresenterWatches.shared.release(writingPresenter, isKnown: true) }
  }

  private var writingPresenter: ObjectIdentifier? {
    requests.contains { $0.access == .writing } ? description.presenter : nil
  }

  private func error(
    _ failure: CoordinationState.Failure, _ conversation: Conversation
  ) -> any Error {
    let url = requests.first?.url ?? URL(filePath: "/")
    let circle: DocumentError
    switch failure {
    case .cancelled: return CocoaError(.userCancelled)
    case .refused: return conversation.here?.refusal ?? CocoaError(.userCancelled)
    case .circularWait(let waits): circle = .circularWait(waits, at: url)
    case .circleOfProcesses(let waits): circle = .circularWait(waits, at: url)
    case .stoppedProcess(let process):
      return DocumentError(
        .processStopped, .coordinate, url: url,
        message: "\(process) accesses the item and stays stopped",
        remedy: "continue or end that process, and try again")
    }
    FileCoordinationConfiguration.standard.report(circle)
    return circle
  }

  /// Reports presenters that were skipped because they did not answer (rule K9).
  private func report(_ count: Int) {
    guard count > 0, let url = requests.first?.url else { return }
    FileCoordinationConfiguration.standard.report(
      DocumentError(
        .presenterUnresponsive, .coordinate, url: url,
        message: "\(count) file presenters have not answered for \(patience)",
        remedy: "call what a presenter is handed in every case, and keep its queue free"))
  }
}

extension DocumentError {
  /// Returns the error of an access that would wait for itself through other processes.
  static func circularWait(
    _ waits: [CoordinationState.ForeignWait], at url: URL
  ) -> DocumentError {
    let members = waits.enumerated().map { index, wait in
      let next = index + 1 < waits.count ? waits[index + 1].process : "this process"
      return "\(wait.access.participle) \(wait.path) waits for \(next)"
    }
    return circularWait(members.joined(separator: ", whose "), at: url)
  }

  static func circularWait(_ waits: [CoordinationState.Wait], at url: URL) -> DocumentError {
    let members = waits.map { wait in
      let reason =
        switch wait.reason {
        case .access: "waits for another access"
        case .turn: "waits for the turn of another access"
        case .presenter(let presenter): "waits for \(FilePresenters.shared.name(of: presenter))"
        case .nested: "waits for an access inside its accessor"
        case .queue: "waits for the queue of its accessor"
        case .overtaken: "waits for a save for a reader"
        }
      return "\(wait.access.participle) \(wait.path) \(reason)"
    }
    return circularWait(
      members.joined(separator: ", which is "), at: url,
      remedy: ", and coordinate no access on the queue of a presenter that the access asks")
  }

  private static func circularWait(
    _ members: String, at url: URL, remedy: String = ""
  ) -> DocumentError {
    DocumentError(
      .circularWait, .coordinate, url: url, message: "the access would wait for itself: \(members)",
      remedy: "claim all items of an accessor at once" + remedy)
  }
}

extension ItemAccess {
  fileprivate var participle: String { self == .reading ? "reading" : "writing" }
}
