internal import Foundation

/// One access of another process, for the presenters of this process.
struct PeerAccess {
  private let socket: PacketSocket
  private let monitor = CoordinationMonitor.shared

  init(_ socket: PacketSocket) { self.socket = socket }

  /// Answers until the access is over, or the other process has died.
  func run() {
    ChangeOriginator.$current.withValue(.cooperatingProcess) { answerAll() }
  }

  private func answerAll() {
    switch socket.receive() {
    case .access(let items, let question, let patience):
      // A process that was stopped may find requests whose senders no longer wait.
      guard !socket.isAbandoned else { return }
      serve(items, question, patience)
    case .changed(let items):
      messages(items).notifyOfChanges()
    case .moved(let move):
      move.notifyPresenters(except: nil)
    default: break
    }
  }

  private func messages(_ items: [Packet.AccessedItem]) -> PresenterMessages {
    PresenterMessages(items.map(\.request), items.map(\.item), except: nil)
  }

  private func serve(
    _ items: [Packet.AccessedItem], _ question: Packet.Question, _ patience: Duration
  ) {
    let messages = messages(items)
    guard !messages.concerned.isEmpty else {
      socket.send(.answer(concerned: 0, passedOver: 0))
      return
    }
    let number = monitor.withState { $0.admit(items.map(\.item)) }
    let callbacks = ReacquisitionCallbacks()
    var isChanged = false
    messages.holdWatches()
    defer {
      monitor.withState { $0.dismiss(number) }
      callbacks.callAll()
      messages.releaseWatches(isKnown: isChanged)
      if isChanged { messages.notifyOfChanges() }
    }
    var next: Packet.Question? = question
    while let question = next {
      let answer = answer(question, messages, callbacks, number, patience)
      // A refused process ends its access, and a process that stopped waiting sends that too.
      socket.send(answer)
      switch socket.receive() {
      case .preparing: next = .preparing
      case .over(let isOtherNow): (next, isChanged) = (nil, isOtherNow)
      default:
        // The process has died at an unknown point of its access.
        (next, isChanged) = (nil, true)
      }
    }
  }

  private func answer(
    _ question: Packet.Question, _ messages: PresenterMessages,
    _ callbacks: ReacquisitionCallbacks, _ number: CoordinationState.Number, _ patience: Duration
  ) -> Packet {
    var passedOver = 0
    for (part, kind) in [
      (Packet.Question.givingWay, CoordinationState.Question.relinquish),
      (.preparing, .prepare),
    ] where question == part || question == .all {
      messages.send(kind, for: number, callbacks)
      let end = Date(timeIntervalSinceNow: min(patience.seconds, 1e9))
      let isAnswered = monitor.wait(until: end) { $0.isAnswered(number) ? true : nil }
      let silent = monitor.withState { state in
        defer { state.endEnquiry(number) }
        return isAnswered == nil ? state.passOver(number) : []
      }
      messages.skip(silent)
      passedOver += silent.count
      if let refusal = messages.refusal { return .refusal(Packet.Refusal(refusal)) }
    }
    return .answer(concerned: messages.concerned.count, passedOver: passedOver)
  }
}
