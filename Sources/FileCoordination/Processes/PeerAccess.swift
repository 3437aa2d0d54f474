internal import Foundation

/// One access of another process, as the presenters of this one see it.
struct PeerAccess {
  private let socket: PacketSocket

  init(_ socket: PacketSocket) { self.socket = socket }

  /// Answers until the access is over, or the other process has died.
  func run() {
    ChangeOriginator.$current.withValue(.cooperatingProcess) { answerAll() }
  }

  private func answerAll() {
    switch socket.receive() {
    case .access(let items, let question, let patience):
      // A process that was stopped finds questions that nobody has waited for.
      guard !socket.isAbandoned else { return }
      serve(items, question, patience)
    case .changed(let items):
      questions(items, .zero).tellOfChanges()
      socket.send(.answer(concerned: 0, passedOver: 0))
    case .moved(let move):
      move.tellPresenters(except: nil)
      socket.send(.answer(concerned: 0, passedOver: 0))
    default: break
    }
  }

  private func questions(
    _ items: [Packet.AccessedItem], _ patience: Duration
  ) -> PresenterMessages {
    PresenterMessages(
      items.map(\.request), items.map(\.item), except: nil, patience: patience)
  }

  private func serve(
    _ items: [Packet.AccessedItem], _ question: Packet.Question, _ patience: Duration
  ) {
    let questions = questions(items, patience)
    guard !questions.concerned.isEmpty else {
      socket.send(.answer(concerned: 0, passedOver: 0))
      return
    }
    let number = ItemLocks.shared.admit(items.map(\.item))
    let reacquirers = ReacquisitionCallbacks()
    var isChanged = false
    defer {
      ItemLocks.shared.dismiss(number)
      reacquirers.callAll()
      if isChanged {
        questions.acknowledgeChanges()
        questions.tellOfChanges()
      }
    }
    var next: Packet.Question? = question
    while let question = next {
      let answer = answer(question, questions, reacquirers, number)
      // Who was refused does nothing, and who has passed us over says so in the end.
      socket.send(answer)
      switch socket.receive() {
      case .preparing: next = .preparing
      case .over(let isOtherNow): (next, isChanged) = (nil, isOtherNow)
      default:
        // It has died, and nobody knows how far it has come.
        (next, isChanged) = (nil, true)
      }
    }
  }

  private func answer(
    _ question: Packet.Question, _ questions: PresenterMessages,
    _ reacquirers: ReacquisitionCallbacks,
    _ number: UInt64
  ) -> Packet {
    do {
      var passedOver = 0
      if question != .preparing { passedOver += try questions.askToGiveWay(reacquirers) }
      if question != .givingWay {
        passedOver += try questions.askToPrepare { presenters in
          ItemLocks.shared.setSaving(presenters, forGuest: number)
        }
      }
      return .answer(concerned: questions.concerned.count, passedOver: passedOver)
    } catch {
      return .refusal(Packet.Refusal(error))
    }
  }
}
