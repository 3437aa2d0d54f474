internal import CSystemCalls
internal import SystemPackage
internal import UTIPlatform

/// One end of a connection between two processes, which closes with the value.
final class PacketSocket: Sendable {
  let descriptor: CInt

  init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { _ = close(descriptor) }

  /// What calls for a socket answer.
  enum Connection {
    case connected(PacketSocket)
    /// Nobody listens there, and nobody will.
    case dead
    case failed
  }

  /// Connects to the socket of a peer, without ever waiting.
  static func connect(to name: String, in directory: FilePath) -> Connection {
    let descriptor = uti_packet_socket(0)
    guard descriptor >= 0 else { return .failed }
    let socket = PacketSocket(descriptor: descriptor)
    let status = withAddress(name, in: directory) { uti_connect_local(descriptor, $0) }
    if status == 0 { return .connected(socket) }
    return errno == ECONNREFUSED ? .dead : .failed
  }

  /// Calls with a path that a socket's address can hold.
  static func withAddress(
    _ name: String, in directory: FilePath, _ call: (UnsafePointer<CChar>) -> CInt
  ) -> CInt {
    let status = directory.appending(name).withPlatformString(call)
    guard status != 0, errno == ENAMETOOLONG else { return status }
    let parent = directory.withPlatformString { open($0, UTI_O_PATH | O_DIRECTORY | O_CLOEXEC) }
    guard parent >= 0 else { return -1 }
    defer { _ = close(parent) }
    return "/proc/self/fd/\(parent)/\(name)".withCString(call)
  }

  /// - Returns: false where nobody is at the other end any more, or nobody takes what was sent.
  @discardableResult
  func send(_ packet: Packet) -> Bool {
    packet.bytes.withUnsafeBytes { bytes in
      while true {
        if uti_send_packet(descriptor, bytes.baseAddress, bytes.count) >= 0 { return true }
        guard errno == EINTR else { return false }
      }
    }
  }

  /// Receives a packet.
  ///
  /// - Returns: nil at the end of the connection, and for what cannot be understood.
  func receive() -> Packet? {
    withUnsafeTemporaryAllocation(byteCount: Packet.largestSize, alignment: 8) { buffer in
      while true {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return Packet(Array(buffer[..<count])[...]) }
        guard count < 0, errno == EINTR else { return nil }
      }
    }
  }

  /// Whether the other side has gone, whatever it may still have sent.
  var isAbandoned: Bool {
    var entry = pollfd(descriptor: descriptor)
    return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
  }
}

extension pollfd {
  /// Waits for something to read.
  init(descriptor: CInt) { self.init(fd: descriptor, events: Int16(POLLIN), revents: 0) }
}
