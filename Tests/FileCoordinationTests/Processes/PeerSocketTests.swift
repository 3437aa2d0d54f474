import CoordinationTestSupport
import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIFileCoordination

/// The sockets of other processes, and what the system shows of their locks.
@Suite struct PeerSockets {
  private func pair() throws -> (PacketSocket, PacketSocket) {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    return (PacketSocket(descriptor: ends[0]), PacketSocket(descriptor: ends[1]))
  }

  private func socket() throws -> CInt {
    let descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | O_CLOEXEC, 0)
    try #require(descriptor >= 0)
    return descriptor
  }

  /// Binds a socket to a name, as a process does before it listens.
  private func bind(_ descriptor: CInt, _ name: String, in directory: FilePath) -> CInt {
    PacketSocket.withAddress(name, in: directory) { path in
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      guard strlen(path) < MemoryLayout.size(ofValue: address.sun_path) else {
        errno = ENAMETOOLONG
        return -1
      }
      withUnsafeMutableBytes(of: &address.sun_path) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: path, count: strlen(path)))
      }
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
  }

  @Test("A socket is reached in a directory of any length; one without a listener is dead")
  func connections() throws {
    for name in ["short", String(repeating: "long", count: 40)] {
      let directory = try ScratchDirectory(["\(name)/file": ""])
      let path = directory.path.appending(name)
      let listener = try socket()
      #expect(bind(listener, "peer", in: path) == 0)
      guard case .dead = PacketSocket.connect(to: "peer", in: path) else {
        Issue.record("nobody listens")
        return
      }
      #expect(listen(listener, 4) == 0)
      guard case .connected(let socket) = PacketSocket.connect(to: "peer", in: path) else {
        Issue.record("no connection")
        return
      }
      let other = PacketSocket(descriptor: accept(listener, nil, nil))
      #expect(socket.send(.over(isChanged: true)))
      guard case .over(true)? = other.receive() else {
        Issue.record("nothing was received")
        return
      }
      guard case .failed = PacketSocket.connect(to: "none", in: path) else {
        Issue.record("there is no such socket")
        return
      }
      close(listener)
    }
  }

  @Test("A connection is abandoned when the other end is closed, though a packet is unread")
  func abandoned() throws {
    let own: PacketSocket
    do {
      let ends = try pair()
      own = ends.0
      #expect(!own.isAbandoned && ends.1.send(.preparing) && !own.isAbandoned)
    }
    #expect(own.isAbandoned)
    guard case .preparing? = own.receive() else {
      Issue.record("the packet was lost")
      return
    }
    #expect(own.receive() == nil && !own.send(.preparing))
  }

  @Test("A presenter is asked for what another process wants, each at its time")
  func questions() throws {
    let url = URL(filePath: "/nowhere/\(UUID().uuidString)")
    let presenter = TracingPresenter(url)
    defer { presenter.resign() }
    func steps() -> [String] { presenter.steps.filter(["reader", "save"].contains) }
    let request = AccessRequest.reading(url)
    let item = Packet.AccessedItem(
      request: request, item: request.item(at: FilePath(url.path(percentEncoded: false))))
    for (question, expected) in [
      (Packet.Question.givingWay, ["reader"]), (.preparing, ["save"]), (.all, ["reader", "save"]),
    ] {
      let (own, other) = try pair()
      Thread { PeerAccess(other).run() }.start()
      let before = steps().count
      #expect(own.send(.access([item], question, patience: .seconds(60))))
      guard case .answer(concerned: 1, passedOver: 0)? = own.receive() else {
        Issue.record("no answer to \(question)")
        return
      }
      #expect(Array(steps().dropFirst(before)) == expected)
      #expect(own.send(.over(isChanged: false)))
    }
  }

  @Test("A signal ends neither the wait for a packet nor that for a lock")
  func signals() throws {
    var (action, old) = (sigaction(), sigaction())
    action.__sigaction_handler.sa_handler = { _ in }
    try #require(sigaction(SIGURG, &action, &old) == 0)
    defer { sigaction(SIGURG, &old, nil) }
    let (own, other) = try pair()
    let files = try (0..<2).map { _ in try #require(LockFile.forPurpose(UUID().uuidString)) }
    defer { for file in files { file.close([]) } }
    let byte = LockByte.companions(
      of: ClaimedItem(path: "/nowhere", access: .writing), purpose: UUID().uuidString
    ).exclusive
    #expect(files[0].tryToLock(byte))
    let waits: [(wait: @Sendable () -> Void, end: () -> Void)] = [
      ({ #expect(other.receive() != nil) }, { own.send(.preparing) }),
      ({ files[1].waitToLock(byte) }, { files[0].unlock(byte) }),
    ]
    for (wait, end) in waits {
      let thread = Mutex<pthread_t?>(nil)
      let isOver = DispatchSemaphore(value: 0)
      Thread {
        thread.withLock { $0 = pthread_self() }
        wait()
        isOver.signal()
      }.start()
      for _ in 0..<50 {
        usleep(1_000)
        if let thread = thread.withLock({ $0 }) { pthread_kill(thread, SIGURG) }
      }
      #expect(isOver.wait(timeout: .now()) == .timedOut)
      end()
      isOver.wait()
    }
    files[1].unlock(byte)
  }

  @Test("Sockets of ended processes are removed, and hidden ones of starting processes are not")
  func left() throws {
    let directory = try #require(PeerDirectory.path)
    let names = ["\(getpid())-left", ".starting"].map { $0 + UUID().uuidString.prefix(8) }
    for name in names {
      let descriptor = try socket()
      defer { close(descriptor) }
      #expect(bind(descriptor, name, in: directory) == 0)
    }
    defer { for name in names { unlink(directory.appending(name).string) } }
    #expect(!PeerDirectory.connections().contains { names.contains($0.name) })
    #expect(
      names.map { FileManager.default.fileExists(atPath: directory.appending($0).string) } == [
        false, true,
      ])
  }

  @Test(
    "The holders of a byte are read from the lines of the system",
    arguments: [
      ("READ", "4 4", 4...4), ("WRITE", "4 7", 4...7), ("READ", "5 EOF", 5...Int64.max),
      ("WRITE", "0 3", 0...3),
    ] as [(String, String, ClosedRange<Int64>)])
  func holders(mode: String, range: String, offsets: ClosedRange<Int64>) throws {
    let line = "lock:\t1: OFDLCK  ADVISORY  \(mode) -1 00:1f:123 \(range)\n"
    let scratch = try ScratchDirectory([
      "info": "pos:\t0\nflags:\t02\n" + line, "other": "lock:\t1: OFDLCK\nmnt_id:\t29\n",
    ])
    let path = scratch.path.appending("info").string
    for offset in [0, 3, 4, 5, 7, 8, 1 << 40] as [Int64] {
      let isHeld = offsets.contains(offset)
      #expect(LockFile.locks(path, LockByte(offset: offset, isExclusive: true)) == isHeld)
      #expect(
        LockFile.locks(path, LockByte(offset: offset, isExclusive: false))
          == (isHeld && mode == "WRITE"))
    }
    #expect(
      !LockFile.locks(
        scratch.path.appending("other").string, LockByte(offset: 0, isExclusive: true)))
    #expect(!LockFile.locks(path + "none", LockByte(offset: 4, isExclusive: true)))
  }

  @Test("An access does not wait for its own process as for another one")
  func ownProcess() throws {
    let purpose = UUID().uuidString
    let file = try #require(LockFile.forPurpose(purpose))
    defer { file.close([]) }
    let byte = LockByte.companions(
      of: ClaimedItem(path: "/nowhere", access: .writing), purpose: purpose
    ).exclusive
    #expect(file.tryToLock(byte) && file.holders(of: byte) == [])
    file.unlock(byte)
  }
}
