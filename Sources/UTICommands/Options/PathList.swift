import SystemPackage
import TypeDetection

/// Paths that a file or standard input lists, each ended by NUL.
///
/// They are read as they are asked for: whoever writes the list may still be searching a disk.
final class PathList: Sequence, IteratorProtocol {
  /// Why the list could not be read to its end; nil when it could, or has not been yet.
  private(set) var failure: CommandFailure?
  private let name: String
  private let file: FileDescriptor
  private var hasEnded = false
  /// What has been read, of which the bytes before `start` have been given out.
  private var bytes: [UInt8] = []
  private var start = 0

  /// Opens a list.
  ///
  /// - Parameter name: its path; `-` is standard input.
  /// - Throws: ``CommandFailure`` when the list cannot be opened.
  init(_ name: String) throws(CommandFailure) {
    self.name = name
    do {
      file = try name == "-" ? .standardInput : .open(PathText.path(name), .readOnly)
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
      while let end = bytes[searched...].firstIndex(of: 0) {
        defer { start = end + 1 }
        if end > start { return PathText.text(bytes[start..<end]) }
        searched = end + 1
      }
      let known = bytes.count - start
      guard readMore() else { break }
      searched = start + known
    }
    defer { start = bytes.count }
    return start < bytes.count ? PathText.text(bytes[start...]) : nil
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
    CommandFailure(.inputMissing, "uti: \(name): cannot read the list of paths: \(error)")
  }
}

/// Reading of standard input and of files that are read like it.
enum StandardInput {
  /// More than detection looks at in a row, so that it sees what it would see of a file.
  private static let headByteCount = 1 << 18

  /// The first bytes of standard input; the rest is left unread.
  static func readHead() -> Result<[UInt8], Errno> {
    do {
      return .success(try read(.standardInput, limit: headByteCount))
    } catch let error as Errno {
      return .failure(error)
    } catch {
      return .failure(.ioError)
    }
  }

  /// Why a request for standard input makes no sense; nil when it does.
  ///
  /// - Parameter name: the name that standard input goes by.
  static func fault(paths: [String], name: String?, by basis: DetectionBasis) -> String? {
    if name != nil, !paths.contains("-") {
      return "--name is the name of standard input; name - as a path too"
    }
    if basis == .name, name == nil, paths.contains("-") {
      return "standard input has no name to go by; give one with --name"
    }
    return nil
  }

  /// All of standard input.
  static func readAll() throws -> [UInt8] {
    try read(.standardInput, limit: .max)
  }

  /// All of a file.
  static func readAll(of path: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(PathText.path(path), .readOnly)
    return try file.closeAfter { try read(file, limit: .max) }
  }

  private static func read(_ file: FileDescriptor, limit: Int) throws -> [UInt8] {
    var result: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { chunk.deallocate() }
    while result.count < limit {
      let wanted = UnsafeMutableRawBufferPointer(
        rebasing: chunk[..<min(chunk.count, limit - result.count)])
      let count = try file.read(into: wanted, retryOnInterrupt: true)
      guard count > 0 else { break }
      result += wanted[..<count]
    }
    return result
  }
}
