import SystemPackage
import TypeDeclarations
import UTIPlatform

/// Where a command puts a document: a file, or standard output.
enum OutputFile {
  /// Writes a document.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - path: the file, which is replaced whole; a link is followed, and into a device or a pipe it is
  ///     written. Nil for standard output.
  /// - Throws: ``CommandFailure`` when it cannot be written.
  static func write(_ bytes: [UInt8], to path: String?) throws {
    guard let path else { return try writeToStandardOutput(bytes) }
    guard !path.isEmpty else {
      throw CommandFailure(.usage, "an empty text names no file to write")
    }
    let isReplaced = PathText.status(of: path).map { $0.st_mode & S_IFMT == S_IFREG } ?? true
    try isReplaced ? FileChange.replace(path, with: bytes) : write(bytes, into: path)
  }

  /// Writes into what is no file that could be replaced.
  private static func write(_ bytes: [UInt8], into path: String) throws {
    do {
      let descriptor = try FileDescriptor.open(PathText.path(path), .writeOnly)
      _ = try descriptor.closeAfter { try descriptor.writeAll(bytes) }
    } catch {
      throw CommandFailure(.inputOutput, "\(path): cannot be written: \(error)")
    }
  }

  private static func writeToStandardOutput(_ bytes: [UInt8]) throws {
    StandardOutput.shared.finish()
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch Errno.brokenPipe {
      // A reader that has seen enough is no failure.
    } catch {
      throw CommandFailure(.inputOutput, "cannot write to standard output: \(error)")
    }
  }
}
