import SystemPackage
import UniformTypes

/// Where a command puts a document: a file, or standard output.
enum OutputFile {
  /// Writes a document.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - path: the file, which is replaced whole; nil for standard output.
  /// - Throws: ``CommandFailure`` when it cannot be written.
  static func write(_ bytes: [UInt8], to path: String?) throws {
    guard let path else { return try writeToStandardOutput(bytes) }
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw CommandFailure(.inputOutput, "\(error.description)")
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
