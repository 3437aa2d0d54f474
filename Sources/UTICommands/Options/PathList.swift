import SystemPackage
import TypeDetection

/// Paths that a file or standard input lists, each ended by NUL.
enum PathList {
  /// - Throws: ``CommandFailure`` when the list cannot be read.
  static func read(_ list: String) throws -> [String] {
    do {
      let bytes = try list == "-" ? StandardInput.readAll() : StandardInput.readAll(of: list)
      return bytes.split(separator: 0).map { PathText.text($0) }
    } catch let error as Errno {
      throw CommandFailure(.inputMissing, "uti: \(list): cannot read the list of paths: \(error)")
    }
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
