internal import CUTISystemCalls
internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
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

/// A message between processes, in the byte order of the machine, on one connection for each
/// access.
///
/// The order is: `access`, answer, perhaps `preparing` and answer, then `over`; or only `changed` or
/// `moved`, which the end of the connection answers. Otherwise its end means that the process has
/// died or its access has ended.
enum Packet {
  /// The request to presenters.
  enum Question: UInt8 {
    case givingWay
    /// To save, or to prepare for a deletion.
    case preparing
    case all
  }

  case access([AccessedItem], Question, patience: Duration)
  case preparing
  case over(isChanged: Bool)
  /// A notification of changed items, while another access holds the turn.
  case changed([AccessedItem])
  case moved(ItemMove)
  /// The answer: the number of presenters, and the number of presenters that did not answer.
  case answer(concerned: Int, passedOver: Int)
  case refusal(Refusal)

  /// An item and the requested access.
  struct AccessedItem {
    let request: AccessRequest
    let item: ClaimedItem
  }

  /// The reason why a presenter refuses an access.
  struct Refusal {
    var code: String
    var domain: String
    var number: Int
    var message: String
    var remedy: String
  }

  /// The packet size in bytes that a socket accepts with any system settings.
  static let largestSize = 1 << 16

  /// Splits items into portions that fit into a packet; at least one portion.
  static func portions(of items: [AccessedItem]) -> [[AccessedItem]] {
    var portions: [[AccessedItem]] = [[]]
    var size = 0
    for item in items {
      let own = 40 + item.request.url.absoluteString.utf8.count + item.item.path.length
      if size + own > largestSize, size > 0 {
        portions.append([])
        size = 0
      }
      size += own
      portions[portions.count - 1].append(item)
    }
    return portions
  }

  var bytes: [UInt8] {
    var writer = PacketWriter()
    switch self {
    case .access(let items, let question, let patience):
      writer.add(Kind.access.rawValue)
      writer.add(question.rawValue)
      writer.add(UInt64(max(patience.seconds, 0) * 1_000))
      writer.add(items)
    case .preparing: writer.add(Kind.preparing.rawValue)
    case .over(let isChanged):
      writer.add(Kind.over.rawValue)
      writer.add(isChanged ? 1 as UInt8 : 0)
    case .changed(let items):
      writer.add(Kind.changed.rawValue)
      writer.add(items)
    case .moved(let move):
      writer.add(Kind.moved.rawValue)
      writer.add(move.oldURL)
      writer.add(move.newURL)
      writer.add(move.source)
      writer.add(move.destination)
    case .answer(let concerned, let passedOver):
      writer.add(Kind.answer.rawValue)
      writer.add(UInt64(concerned))
      writer.add(UInt64(passedOver))
    case .refusal(let refusal):
      writer.add(Kind.refusal.rawValue)
      writer.add(UInt64(bitPattern: Int64(refusal.number)))
      for text in [refusal.code, refusal.domain, refusal.message, refusal.remedy] {
        writer.add(text)
      }
    }
    return writer.bytes
  }

  /// - Returns: nil for a packet of an unknown version.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = PacketReader(bytes: bytes)
    guard let kind = reader.byte().flatMap(Kind.init) else { return nil }
    switch kind {
    case .access:
      guard let question = reader.byte().flatMap(Question.init),
        let patience = reader.number(), let items = reader.items()
      else { return nil }
      self = .access(items, question, patience: .milliseconds(Int64(clamping: patience)))
    case .preparing: self = .preparing
    case .over: self = .over(isChanged: reader.byte() == 1)
    case .changed:
      guard let items = reader.items() else { return nil }
      self = .changed(items)
    case .moved:
      guard let oldURL = reader.url(), let newURL = reader.url(), let source = reader.path(),
        let destination = reader.path()
      else { return nil }
      self = .moved(
        ItemMove(oldURL: oldURL, newURL: newURL, source: source, destination: destination))
    case .answer:
      guard let concerned = reader.number(), let passedOver = reader.number() else { return nil }
      self = .answer(concerned: Int(clamping: concerned), passedOver: Int(clamping: passedOver))
    case .refusal:
      guard let number = reader.number(), let code = reader.text(), let domain = reader.text(),
        let message = reader.text(), let remedy = reader.text()
      else { return nil }
      self = .refusal(
        Refusal(
          code: code, domain: domain, number: Int(Int64(bitPattern: number)), message: message,
          remedy: remedy))
    }
  }

  private enum Kind: UInt8 {
    case access = 1
    case preparing, over, changed, moved, answer, refusal
  }
}

/// Encodes values into a packet.
private struct PacketWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ byte: UInt8) { bytes.append(byte) }

  mutating func add(_ number: UInt64) { withUnsafeBytes(of: number) { bytes += $0 } }

  mutating func add(_ text: String) {
    // Messages may be truncated, and paths are shorter than this.
    let text = text.utf8.prefix(13_000)
    add(UInt64(text.count))
    bytes += text
  }

  mutating func add(_ url: URL) { add(url.absoluteString) }

  mutating func add(_ path: FilePath) {
    add(UInt64(path.length))
    path.withPlatformString { start in
      bytes += UnsafeRawBufferPointer(start: start, count: path.length)
    }
  }

  mutating func add(_ items: [Packet.AccessedItem]) {
    add(UInt64(items.count))
    for item in items {
      add(item.request.access == .writing ? 1 as UInt8 : 0)
      add(UInt64(item.request.reading.rawValue))
      add(UInt64(item.request.writing.rawValue))
      add(item.request.url)
      add(item.item.path)
    }
  }
}

/// Decodes values from a packet, until its end.
private struct PacketReader {
  var bytes: ArraySlice<UInt8>

  mutating func byte() -> UInt8? { bytes.popFirst() }

  mutating func number() -> UInt64? {
    take(8)?.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
  }

  mutating func text() -> String? { run().map { String(decoding: $0, as: UTF8.self) } }

  mutating func url() -> URL? { text().flatMap { URL(string: $0) } }

  mutating func path() -> FilePath? {
    run().map { FilePath(platformString: $0.map { CChar(bitPattern: $0) } + [0]) }
  }

  mutating func items() -> [Packet.AccessedItem]? {
    guard let count = number() else { return nil }
    var items: [Packet.AccessedItem] = []
    for _ in 0..<count {
      guard let isWriting = byte(), let reading = number(), let writing = number(),
        let url = url(), let path = path()
      else { return nil }
      let request = AccessRequest(
        url: url, access: isWriting == 1 ? .writing : .reading,
        reading: NSFileCoordinatorReadingOptions(rawValue: UInt(reading)),
        writing: NSFileCoordinatorWritingOptions(rawValue: UInt(writing)))
      items.append(Packet.AccessedItem(request: request, item: request.item(at: path)))
    }
    return items
  }

  private mutating func run() -> ArraySlice<UInt8>? {
    number().flatMap { take(Int(clamping: $0)) }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }
}
