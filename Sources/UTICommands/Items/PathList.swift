import CommandOutput
import SystemPackage
import TypeDeclarations
import UTIPlatform

/// Paths that a file or standard input lists, each ended by NUL or a line feed.
///
/// They are read as they are asked for: whoever writes the list may still be searching a disk.
final class PathList: Sequence, IteratorProtocol {
  /// Why the list could not be read to its end; nil when it could, or has not been yet.
  private(set) var failure: CommandFailure?
  private let name: String
  private let end: UInt8
  private let file: FileDescriptor
  private var hasEnded = false
  /// What has been read, of which the bytes before `start` have been given out.
  private var bytes: [UInt8] = []
  private var start = 0

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - name: its path; `-` is standard input.
  ///   - end: the byte that ends a path, which no path has.
  /// - Throws: ``CommandFailure`` when the list cannot be opened.
  init(_ name: String, end: UInt8) throws(CommandFailure) {
    self.name = name
    self.end = end
    do {
      file = try name == "-" ? .standardInput : .open(FilePath(text: name), .readOnly)
    } catch {
      throw Self.failure(name, error)
    }
  }

  deinit {
    if file != .standardInput { try? file.close() }
  }

  func next() -> String? {
    var searched = start
    while true {
      while let place = end(from: searched) {
        defer { start = place + 1 }
        if place > start { return text(start..<place) }
        searched = place + 1
      }
      let known = bytes.count - start
      guard readMore() else { break }
      searched = start + known
    }
    defer { start = bytes.count }
    return start < bytes.count ? text(start..<bytes.count) : nil
  }

  /// The place of the next end of a path.
  private func end(from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard start < bytes.count, let first = bytes.baseAddress,
        let place = memchr(first + start, Int32(end), bytes.count - start)
      else { return nil }
      return first.distance(to: UnsafeRawPointer(place))
    }
  }

  private func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { LosslessText.text(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// - Returns: whether there was more.
  private func readMore() -> Bool {
    guard !hasEnded else { return false }
    bytes.removeFirst(start)
    start = 0
    let chunkSize = 1 << 16
    do {
      let chunk = try [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        count = try file.read(
          into: UnsafeMutableRawBufferPointer(buffer), retryOnInterrupt: true)
      }
      bytes += chunk
      hasEnded = chunk.isEmpty
    } catch {
      failure = Self.failure(name, error)
      hasEnded = true
    }
    return !hasEnded
  }

  private static func failure(_ name: String, _ error: any Error) -> CommandFailure {
    CommandFailure(.inputMissing, "\(name): cannot read the list of paths: \(error)")
  }
}
