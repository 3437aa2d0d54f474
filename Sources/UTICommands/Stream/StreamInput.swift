import SystemPackage
import UTICommandOutput
import UTIPlatform
import UTITypeDeclarations

/// A record of bytes from a stream, with its properties.
struct StreamRecord: Sendable {
  /// Given by the caller.
  let id: StreamIdentifier
  /// The file name of the bytes.
  let name: String?
  /// The total number of bytes, of which the record may have only the first.
  let size: Int
  let bytes: [UInt8]
  /// nil when the record did not fail.
  var fault: String?
}

/// The place of a record in the input.
struct StreamPlace: CustomStringConvertible {
  /// The number of the record, from 1.
  let record: Int
  /// The number of bytes before the header.
  let offset: Int

  var description: String { "record \(record) at byte \(offset)" }
}

/// The records from a descriptor: a line of JSON, then the number of bytes that it states.
///
///     {"id":"s3://bucket/key","name":"report.docx","length":16384,"size":100080}
///     <16,384 bytes>{"id": ...
///
/// Empty lines before a header are skipped, so that a line feed may follow the bytes.
final class StreamInput {
  /// The bytes of a longer record are skipped.
  static let recordByteLimit = 16 << 20
  private static let headerByteLimit = 1 << 20

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var hasEnded = false
  /// The number of bytes that have left the buffer.
  private var passedCount = 0
  private var recordCount = 0

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// nil at the end; `wait` comes before a read that waits, because the caller may be waiting too.
  ///
  /// After a header that cannot be read, the rest cannot be read either.
  func next(beforeWaiting wait: () -> Void) throws(CommandFailure) -> StreamRecord? {
    recordCount += 1
    try skipEmptyLines(wait)
    let place = StreamPlace(record: recordCount, offset: passedCount + start)
    guard let line = try header(wait, at: place) else { return nil }
    let header = try StreamHeader(line, at: place)
    let record = { (bytes: [UInt8], fault: String?) in
      StreamRecord(
        id: header.id, name: header.name, size: max(header.size ?? 0, bytes.count), bytes: bytes,
        fault: fault)
    }
    guard header.length <= Self.recordByteLimit else {
      let passed = try pass(header.length, wait)
      let fault = "a record has at most \(Self.recordByteLimit) bytes; send its beginning and size"
      return record([], passed ? fault : Self.cut)
    }
    while buffer.count - start < header.length {
      guard try fill(wait) else {
        start = buffer.count
        return record([], Self.cut)
      }
    }
    defer { start += header.length }
    return record(Array(buffer[start..<start + header.length]), nil)
  }

  private func skipEmptyLines(_ wait: () -> Void) throws(CommandFailure) {
    while true {
      while start < buffer.count, [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(buffer[start]) {
        start += 1
      }
      guard start == buffer.count, try fill(wait) else { return }
    }
  }

  private static let cut = "the input ends inside of the record"

  private func header(
    _ wait: () -> Void, at place: StreamPlace
  ) throws(CommandFailure) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return buffer[start..<end]
      }
      let known = buffer.count - start
      guard known <= Self.headerByteLimit else {
        throw CommandFailure(
          .badDeclarations, "--stream: \(place): the header has no end; end it with a line feed")
      }
      guard try fill(wait) else { break }
      searched = start + known
    }
    guard start < buffer.count else { return nil }
    throw CommandFailure(
      .badDeclarations, "--stream: \(place): the input ends inside of the header")
  }

  /// Returns whether the input had that number of bytes.
  private func pass(_ count: Int, _ wait: () -> Void) throws(CommandFailure) -> Bool {
    var missing = count
    while true {
      let passed = min(missing, buffer.count - start)
      start += passed
      missing -= passed
      if missing == 0 { return true }
      guard try fill(wait) else { return false }
    }
  }

  /// Returns whether more bytes were read.
  private func fill(_ wait: () -> Void) throws(CommandFailure) -> Bool {
    guard !hasEnded else { return false }
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&question, 1, 0) == 0 { wait() }
    buffer.removeFirst(start)
    passedCount += start
    start = 0
    let count = buffer.count
    let chunkSize = 1 << 18
    buffer.append(contentsOf: repeatElement(0, count: chunkSize))
    var received = -1
    repeat {
      received = buffer.withUnsafeMutableBytes { bytes in
        read(descriptor, bytes.baseAddress?.advanced(by: count), chunkSize)
      }
    } while received < 0 && errno == EINTR
    let reason = errno
    buffer.removeLast(chunkSize - max(received, 0))
    guard received >= 0 else {
      throw CommandFailure(
        .inputOutput, "--stream: standard input cannot be read: \(Errno(rawValue: reason))")
    }
    hasEnded = received == 0
    return !hasEnded
  }
}
