import SystemPackage
import UTICommandOutput
import UTIPlatform

enum PathListForm: Sendable {
  case lines
  case nul
  case inventory

  fileprivate var end: UInt8 { self == .nul ? 0 : UInt8(ascii: "\n") }
}

/// The paths in a file or on standard input, each ended by NUL or a line feed.
///
/// They are read on demand, because the program that writes the list may still be searching a disk.
/// If the first line ends in a carriage return, this character ends every line.
final class PathList: Sequence, IteratorProtocol {
  /// nil before the end and after success.
  private(set) var failure: CommandFailure?
  private let name: String
  let form: PathListForm
  private var rowCount = 0
  private let file: FileDescriptor
  private var hasEnded = false
  /// The bytes before `start` have been returned.
  private var bytes: [UInt8] = []
  private var start = 0
  /// nil before the first line.
  private var hasReturns: Bool?

  /// The size in bytes, far above `PATH_MAX`, so that a path that is too long is still reported.
  static let pathSizeLimit = 4 << 20

  /// The bytes since the last path, which all end empty lines.
  private var emptyCount = 0

  /// The name is a path; `-` is standard input.
  init(_ name: String, _ form: PathListForm) throws(CommandFailure) {
    self.name = name
    self.form = form
    do {
      // Opening a device may change it.
      let kind =
        name == "-" ? nil : try FileStatus(of: FilePath(text: name), followsLinks: true).kind
      if kind == .characterDevice || kind == .blockDevice {
        throw CommandFailure(
          .inputMissing,
          "\(name): the list of paths is a device, which is not opened; name a file or a pipe, or "
            + "- for standard input")
      }
      file = try name == "-" ? .standardInput : .open(FilePath(text: name), .readOnly)
    } catch let failure as CommandFailure {
      throw failure
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
        if let path = path(start..<place) {
          emptyCount = 0
          return path
        }
        if failure != nil {
          bytes.removeSubrange((place + 1)...)
          return nil
        }
        searched = place + 1
        emptyCount += 1
        guard emptyCount <= Self.pathSizeLimit else {
          failure = CommandFailure(
            .inputMissing,
            "\(name): the list has more than \(Self.pathSizeLimit) empty paths in a row; check what "
              + "writes it")
          hasEnded = true
          bytes.removeSubrange((place + 1)...)
          return nil
        }
      }
      let known = bytes.count - start
      guard known <= Self.pathSizeLimit else {
        failure = CommandFailure(
          .inputMissing,
          "\(name): a path in the list has more than \(Self.pathSizeLimit) bytes; check how the "
            + "paths are separated: --files-from takes one a line, --files0-from ends each with NUL"
        )
        hasEnded = true
        start = bytes.count
        return nil
      }
      guard readMore() else { break }
      searched = start + known
    }
    defer { start = bytes.count }
    return path(start..<bytes.count)
  }

  /// nil for an empty line.
  private func path(_ line: Range<Int>) -> String? {
    guard let last = line.last else { return nil }
    let endsInReturn = form != .nul && bytes[last] == UInt8(ascii: "\r")
    if hasReturns == nil { hasReturns = endsInReturn }
    let path = endsInReturn && hasReturns == true ? line.dropLast() : line
    if path.isEmpty { return nil }
    return form == .inventory ? object(path) : text(path)
  }

  /// nil ends the list with a failure.
  private func object(_ row: Range<Int>) -> String? {
    rowCount += 1
    if let path = InventoryRow.path(bytes[row]) { return path }
    let isCompressed = bytes[row].starts(with: [0x1F, 0x8B])
    failure = CommandFailure(
      .inputMissing,
      "\(name):\(rowCount): "
        + (isCompressed
          ? "the inventory is compressed; give it to --s3-inventory - from zcat"
          : "a row begins with the bucket and the key, separated by a comma"))
    hasEnded = true
    return nil
  }

  /// The next end of a path.
  private func end(from start: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard start < bytes.count, let first = bytes.baseAddress,
        let place = memchr(first + start, Int32(form.end), bytes.count - start)
      else { return nil }
      return first.distance(to: UnsafeRawPointer(place))
    }
  }

  private func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { LosslessText.text(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// Returns whether more bytes were read.
  private func readMore() -> Bool {
    guard !hasEnded else { return false }
    bytes.removeFirst(start)
    start = 0
    let chunkSize = 1 << 16
    do {
      let chunk = try [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer), retryOnInterrupt: true)
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

/// A row of an inventory of an object store, as Amazon S3 writes it in CSV.
///
/// The first column is the bucket, the second one the key, encoded as in a URL; others are ignored.
enum InventoryRow {
  /// `BUCKET/KEY` for a row without its end; nil when the row has no two columns.
  static func path(_ row: ArraySlice<UInt8>) -> String? {
    var rest = row
    guard let bucket = field(&rest), !bucket.isEmpty, let key = field(&rest), !key.isEmpty else {
      return nil
    }
    return LosslessText.text(bucket + [UInt8(ascii: "/")] + (decoded(key) ?? key))
  }

  /// Out of the bucket.
  static func leadsOut(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).contains("..")
  }

  /// The comma is taken too; nil when there is none.
  private static func field(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard !rest.isEmpty, let field = CSVField.next(&rest) else { return nil }
    if let end = rest.popFirst(), end != UInt8(ascii: ",") { return nil }
    return field
  }

  /// `%20` and `+` are spaces; nil for a percent sign without two digits, or a NUL.
  private static func decoded(_ key: [UInt8]) -> [UInt8]? {
    let spaced = key.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return FileURL.decoded(spaced).flatMap { $0.contains(0) ? nil : $0 }
  }
}
