internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
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

/// The sockets of the processes that have presenters.
enum PeerDirectory {
  static var path: FilePath? { PrivateDirectory.shared.path?.appending("peers") }

  /// Removes sockets without a listener, which are left over from killed processes.
  static func connections() -> [(name: String, socket: PacketSocket)] {
    guard let path else { return [] }
    let own = PeerListener.shared.name
    let status = FileStatus.present(at: path)
    if let status, lonely.contains(status) { return [] }
    let names = names(in: path)
    if let status, names.allSatisfy({ $0 == own }) { noteLonely(status, path) }
    return names.compactMap { name in
      guard name != own, !name.hasPrefix(".") else { return nil }
      switch PacketSocket.connect(to: name, in: path) {
      case .connected(let socket): return (name, socket)
      case .dead:
        _ = path.appending(name).withPlatformString(unlink)
        return nil
      case .failed: return nil
      }
    }
  }

  /// The states of the directory in which it has no socket of another process.
  private static let lonely = QuietDirectories()

  private static func noteLonely(_ status: FileStatus, _ path: FilePath) {
    guard let directory = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec]) else {
      return
    }
    defer { try? directory.close() }
    lonely.insert(status, directory)
  }

  /// Removes the files of processes that were killed before the files had names.
  static func sweep(_ path: FilePath) {
    for name in names(in: path) where name.hasPrefix(".") {
      let socket = path.appending(name)
      guard let status = FileStatus.present(at: socket, followsLinks: false),
        status.changed.seconds < FileTime.now.seconds - 60
      else { continue }
      _ = socket.withPlatformString(unlink)
    }
  }

  /// The description is not an identifier, because other containers number processes differently.
  static func description(of name: String) -> String {
    let number = name.prefix { $0.isNumber }
    guard let file = fopen("/proc/\(number)/comm", "re") else { return "process \(number)" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, CInt(line.count), file) != nil else { return "process \(number)" }
    let program = String(
      decoding: line.prefix { $0 > 31 || $0 < 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "process \(number) (\(program))"
  }

  private static func names(in path: FilePath) -> [String] {
    // Names read before an error are used; the next call finds the others.
    path.withPlatformString { DirectoryEntries.readableNames(inDirectory: $0) }
  }
}

/// The directory in which a user's processes coordinate: `locks`, with a byte for each lock, and
/// `peers/PID-NAME` and `waits/PID-NAME`, for sockets of processes with presenters and waits for
/// locks.
///
/// Never in a home directory, which may be on a network file system, where processes of other
/// machines look dead. Other users must not be able to enter it, because they could block
/// documents.
final class PrivateDirectory: Sendable {
  private enum State {
    case unknown
    case usable(FilePath)
    /// No directory is usable, which was reported.
    case missing
  }

  typealias Candidate = InodeLockFile.Place

  static let shared = PrivateDirectory()

  private let candidates: [Candidate]
  private let report: @Sendable (DocumentError) -> Void
  private let state = Mutex(State.unknown)

  init(
    _ candidates: [Candidate] = InodeLockFile.places,
    report: @escaping @Sendable (DocumentError) -> Void = {
      FileCoordinationConfiguration.standard.report($0)
    }
  ) {
    self.candidates = candidates
    self.report = report
  }

  /// The directory; nil if no trusted one exists, which is reported once.
  var path: FilePath? {
    state.withLock { state in
      switch state {
      case .usable(let path): return path
      case .missing: return nil
      case .unknown:
        guard let path = candidates.lazy.compactMap(Self.prepared).first else {
          state = .missing
          report(missing)
          return nil
        }
        state = .usable(path)
        return path
      }
    }
  }

  /// Opens the lock file, on a new descriptor for each purpose.
  func openLocks() -> CInt? {
    for _ in 0..<2 {
      guard let path else { return nil }
      let file = Candidate.openFile(in: path)
      if file >= 0 { return file }
      // The directory of a session is removed when the user logs out, and created again later.
      guard errno == ENOENT else { return nil }
      state.withLock { $0 = .unknown }
    }
    return nil
  }

  private static func prepared(_ candidate: Candidate) -> FilePath? {
    let peers = Candidate(base: nil, path: candidate.path.appending("peers"))
    return candidate.prepare() && peers.prepare() ? candidate.path : nil
  }

  private var missing: DocumentError {
    let paths = candidates.map(\.path)
    let names = paths.map(\.string).joined(separator: ", ")
    return DocumentError(
      .coordinationUnavailable, .coordinate, url: URL(of: paths.last ?? "/"),
      message: "none of \(names) is a directory that only this user may enter, so that files are"
        + " not coordinated with other processes",
      remedy: "let XDG_RUNTIME_DIR name a directory of the user's with the mode 0700")
  }
}
