internal import CUTISystemCalls
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The listener for other processes while this one has presenters.
final class PeerListener: Sendable {
  static let shared = PeerListener()

  private struct State {
    var socket: ListeningSocket?
    var hasSwept = false
  }

  private let state = Mutex(State())

  /// The name of the socket; nil if the process does not listen.
  var name: String? { state.withLock { $0.socket?.name } }

  func listen(_ hasPresenters: Bool) {
    // The path is read outside the lock, because a failure is reported.
    let path = hasPresenters ? PeerDirectory.path : nil
    let ended = state.withLock { state -> ListeningSocket? in
      if let path, state.socket == nil {
        if !state.hasSwept {
          state.hasSwept = true
          PeerDirectory.sweep(path)
          atexit { PeerListener.shared.listen(false) }
        }
        state.socket = ListeningSocket(in: path)
      }
      guard !hasPresenters else { return nil }
      defer { state.socket = nil }
      return state.socket
    }
    ended?.end()
  }
}

/// A listening socket, with one thread for each concurrent access of other processes and one more.
private final class ListeningSocket: Sendable {
  private struct Threads {
    var idle = 0
    var hasEnded = false
  }

  private static let mostIdle = 2

  let name: String
  private let socket: PacketSocket
  private let path: FilePath
  private let threads = Mutex(Threads())

  /// Creates a socket, which gets its name only after it listens.
  init?(in directory: FilePath) {
    let random = String(UInt64.random(in: 0..<(1 << 48)), radix: 36)
    let (name, hidden) = ("\(getpid())-\(random)", ".\(random)")
    self.name = name
    path = directory.appending(name)
    let descriptor = uti_packet_socket(1)
    guard descriptor >= 0 else { return nil }
    socket = PacketSocket(descriptor: descriptor)
    guard
      PacketSocket.withAddress(hidden, in: directory, { uti_bind_local(descriptor, $0) }) == 0
    else { return nil }
    let temporary = directory.appending(hidden)
    let isNamed =
      UTIPlatform.listen(descriptor, 1_024) == 0
      && temporary.withPlatformString { old in path.withPlatformString { rename(old, $0) } } == 0
    guard isNamed else {
      _ = temporary.withPlatformString(unlink)
      return nil
    }
    addThread()
  }

  /// Stops listening; accesses that have begun continue.
  func end() {
    _ = path.withPlatformString(unlink)
    threads.withLock { $0.hasEnded = true }
    _ = shutdown(socket.descriptor, CInt(SHUT_RDWR))
  }

  private func addThread() {
    threads.withLock { $0.idle += 1 }
    let thread = Thread { self.run() }
    thread.name = "file presenters"
    thread.start()
  }

  private func run() {
    while let connection = accept() {
      if takeFromIdle() { addThread() }
      PeerAccess(connection).run()
      guard returnToIdle() else { return }
    }
  }

  private func accept() -> PacketSocket? {
    while !threads.withLock({ $0.hasEnded }) {
      let descriptor = uti_accept(socket.descriptor)
      if descriptor >= 0 { return PacketSocket(descriptor: descriptor) }
      // The process has no descriptors or memory left; some may be released soon.
      if errno == EMFILE || errno == ENFILE || errno == ENOMEM { usleep(10_000) }
      guard errno != EINVAL, errno != EBADF else { return nil }
    }
    return nil
  }

  /// Returns whether no thread is left to accept connections.
  private func takeFromIdle() -> Bool {
    threads.withLock { threads in
      threads.idle -= 1
      return threads.idle == 0 && !threads.hasEnded
    }
  }

  /// Returns whether the thread is still needed.
  private func returnToIdle() -> Bool {
    threads.withLock { threads in
      guard threads.idle < Self.mostIdle else { return false }
      threads.idle += 1
      return true
    }
  }
}

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
