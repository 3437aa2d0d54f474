import SystemPackage
import UTIDocumentStorage

/// The destination of a document: a file, or standard output, taken before the inputs are read.
package struct OutputFile {
  private let place: OutputPlace?

  /// A link is followed, a device or pipe is written to; nil is standard output.
  package init(_ path: String?) throws(CommandFailure) {
    if let path, path.isEmpty {
      throw CommandFailure(.usage, "an empty text names no file to write")
    }
    // Storage can exchange a folder too, because a document can be a package.
    if let path, FilePath(text: path).leadsToDirectory {
      throw CommandFailure(.inputOutput, "\(path): a folder, which is not replaced; name a file")
    }
    place = path.map { OutputPlace(FilePath(text: $0)) }
  }

  /// Throws if the command reads the file that is going to be written; see ``InputFiles``.
  package func refuse(_ inputs: [String]) throws(CommandFailure) {
    if let place { try InputFiles(inputs).refuse(output: place.path.text) }
  }

  /// Throws if another process has changed the file since the value was made.
  package func write(_ bytes: [UInt8]) throws(CommandFailure) {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(CommandFailure) in try write(bytes) }
    }.get()
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
    guard let place else { return try writeToStandardOutput(bytes) }
    do {
      try place.write(bytes)
    } catch let error as SafeWritingError {
      throw CommandFailure(notWritten: error)
    } catch let error as FileStoreError {
      // The path of the error may be a temporary file's.
      throw CommandFailure(.inputOutput, "\(place.path.text): cannot be written: \(error.errno)")
    } catch {
      throw CommandFailure(.inputOutput, "\(place.path.text): cannot be written: \(error)")
    }
  }

  private func writeToStandardOutput(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
    StandardOutput.shared.finish()
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch Errno.brokenPipe {
      // A reader that closes the pipe early is not a failure.
    } catch {
      throw CommandFailure(.inputOutput, "cannot write to standard output: \(error)")
    }
  }
}
