internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The messages to presenters of other processes because of an access in this one.
final class PeerMessages {
  private struct Peer {
    let name: String
    let socket: PacketSocket
    let items: [Packet.AccessedItem]
    var isAwaited = false
    /// True if the process may have presenters that the access concerns.
    var isConcerned = true
  }

  private let items: [Packet.AccessedItem]
  private let patience: Duration
  private let cancellation: Cancellation
  private let willWait: () -> Void
  private var peers: [Peer]
  private var deadline = ContinuousClock.now

  /// The number of conversations: one for each process, and several if there are many items.
  var count: Int { peers.count }

  init(
    _ requests: [AccessRequest], _ items: [ClaimedItem], patience: Duration,
    cancellation: Cancellation, willWait: @escaping () -> Void
  ) {
    self.items = Self.items(requests, items)
    self.patience = patience
    self.cancellation = cancellation
    self.willWait = willWait
    peers = Packet.portions(of: self.items).flatMap { portion in
      PeerDirectory.connections().map { Peer(name: $0.name, socket: $0.socket, items: portion) }
    }
  }

  private static func items(
    _ requests: [AccessRequest], _ items: [ClaimedItem]
  ) -> [Packet.AccessedItem] {
    zip(requests, items).map { Packet.AccessedItem(request: $0, item: $1) }
  }

  /// Sends a request to all processes at once.
  func ask(_ question: Packet.Question) {
    deadline = .now + patience
    for index in peers.indices where peers[index].isConcerned {
      let packet =
        question == .preparing
        ? Packet.preparing : .access(peers[index].items, question, patience: patience * 0.95)
      peers[index].isAwaited = peers[index].socket.send(packet)
      // A process that cannot receive is dead or has been stopped for long.
      peers[index].isConcerned = peers[index].isAwaited
    }
  }

  /// Skips processes that do not answer (rule K9); throws the error of a presenter, or the
  /// cancellation of the access (rule K5).
  func waitForAnswers() throws {
    // In most cases the answers arrive before the access could be cancelled.
    if try wait(until: min(deadline, .now + .milliseconds(2)), waker: -1) { return }
    let isAnswered = try WorkerPool.waiting {
      try cancellation.withWaker { waker in
        // A short wait is not reported.
        if try wait(until: min(deadline, .now + .milliseconds(200)), waker: waker) { return true }
        willWait()
        return try wait(until: deadline, waker: waker)
      }
    }
    guard !isAnswered else { return }
    for index in peers.indices where peers[index].isAwaited {
      peers[index].isAwaited = false
      peers[index].isConcerned = false
      report(PeerDirectory.description(of: peers[index].name) + " has not answered")
    }
  }

  /// Returns false if the time ended first.
  private func wait(until deadline: ContinuousClock.Instant, waker: CInt) throws -> Bool {
    while true {
      if cancellation.isCancelled { throw CocoaError(.userCancelled) }
      let awaited = peers.indices.filter { peers[$0].isAwaited }
      if awaited.isEmpty { return true }
      var entries = awaited.map { pollfd(descriptor: peers[$0].socket.descriptor) }
      entries.append(pollfd(descriptor: waker))
      let rest = ContinuousClock.now.duration(to: deadline)
      guard rest > .zero else { return false }
      var milliseconds = CInt(clamping: Int((rest.seconds * 1_000).rounded(.up)))
      if MainQueue.isCurrent {
        // Documents of this process may have work there that the other processes wait for.
        while MainQueue.hasWork { MainQueue.runWork() }
        milliseconds = min(milliseconds, 10)
      }
      guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { continue }
      for (index, entry) in zip(awaited, entries) where entry.revents != 0 {
        try takeAnswer(of: index)
      }
    }
  }

  private func takeAnswer(of index: Int) throws {
    peers[index].isAwaited = false
    switch peers[index].socket.receive() {
    case .answer(let concerned, let passedOver):
      peers[index].isConcerned = concerned > 0
      guard passedOver > 0 else { return }
      report(
        "\(passedOver) file presenters of \(PeerDirectory.description(of: peers[index].name))"
          + " have not answered")
    case .refusal(let refusal):
      throw refusal.error(
        from: PeerDirectory.description(of: peers[index].name), at: items.first?.request.url)
    default:
      // The process has died, and its presenters with it.
      peers[index].isConcerned = false
    }
  }

  private func report(_ message: String) {
    guard let url = items.first?.request.url else { return }
    FileCoordinationConfiguration.standard.report(
      DocumentError(
        .presenterUnresponsive, .coordinate, url: url,
        message: message + " for \(patience)",
        remedy: "let the process go on if it is stopped, and keep the queues of presenters free"))
  }

  func end(isChanged: Bool) {
    for peer in peers { peer.socket.send(.over(isChanged: isChanged)) }
    peers = []
  }

  // MARK: - News

  /// Notifies other processes of changed items while another access holds the turn.
  static func notifyOfChanges(
    _ requests: [AccessRequest], _ items: [ClaimedItem], _ patience: Duration
  ) {
    for portion in Packet.portions(of: self.items(requests, items)) {
      notify(.changed(portion), patience)
    }
  }

  static func notify(of move: ItemMove, _ patience: Duration) {
    notify(.moved(move), patience)
  }

  /// Waits until all processes have received the message, to keep the order of messages.
  private static func notify(_ packet: Packet, _ patience: Duration) {
    let news = PeerMessages(
      [], [], patience: patience, cancellation: Cancellation(), willWait: {})
    for index in news.peers.indices {
      news.peers[index].isAwaited = news.peers[index].socket.send(packet)
    }
    news.deadline = .now + patience
    try? news.waitForAnswers()
  }
}

extension Packet.Refusal {
  init(_ error: any Error) {
    let bridged = error as NSError
    let own = error as? DocumentError
    self.init(
      code: own?.code.rawValue ?? "", domain: bridged.domain, number: bridged.code,
      message: own?.message ?? (error as? any LocalizedError)?.errorDescription ?? "\(error)",
      remedy: own?.remedy ?? "")
  }

  func error(from process: String, at url: URL?) -> DocumentError {
    DocumentError(
      code.isEmpty ? .presenterRefused : DocumentError.Code(rawValue: code), .coordinate,
      url: url ?? URL(filePath: "/"),
      underlyingError: NSError(
        domain: domain, code: number, userInfo: [NSLocalizedDescriptionKey: message]),
      message: "\(process) has it open and does not let it happen (\(message))",
      remedy: remedy.isEmpty ? "close it in that process" : remedy)
  }
}
