internal import CUTISystemCalls
internal import SystemPackage
internal import UTIPlatform

/// One end of a connection between two processes, which is closed with the value.
final class PacketSocket: Sendable {
  let descriptor: CInt

  init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { _ = close(descriptor) }

  /// The result of a connection attempt.
  enum Connection {
    case connected(PacketSocket)
    /// No process listens on the socket, and none will.
    case dead
    case failed
  }

  /// Connects to the socket of a peer, without waiting.
  static func connect(to name: String, in directory: FilePath) -> Connection {
    let descriptor = uti_packet_socket(0)
    guard descriptor >= 0 else { return .failed }
    let socket = PacketSocket(descriptor: descriptor)
    let status = withAddress(name, in: directory) { uti_connect_local(descriptor, $0) }
    if status == 0 { return .connected(socket) }
    return errno == ECONNREFUSED ? .dead : .failed
  }

  /// Calls a function with a path that fits into a socket address.
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

  /// Returns false if the other process has closed the connection or no longer receives.
  @discardableResult
  func send(_ packet: Packet) -> Bool {
    packet.bytes.withUnsafeBytes { bytes in
      while true {
        if uti_send_packet(descriptor, bytes.baseAddress, bytes.count) >= 0 { return true }
        guard errno == EINTR else { return false }
      }
    }
  }

  /// Nil at the end of the connection, and for an unknown packet.
  func receive() -> Packet? {
    withUnsafeTemporaryAllocation(byteCount: Packet.largestSize, alignment: 8) { buffer in
      while true {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return Packet(Array(buffer[..<count])[...]) }
        guard count < 0, errno == EINTR else { return nil }
      }
    }
  }

  /// True if the other process has closed the connection, even if unread packets are left.
  var isAbandoned: Bool {
    var entry = pollfd(descriptor: descriptor)
    return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
  }
}

extension pollfd {
  init(descriptor: CInt) { self.init(fd: descriptor, events: Int16(POLLIN), revents: 0) }
}
