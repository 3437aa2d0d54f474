import SystemPackage
import UTIDocumentStorage
import UTIPlatform

/// The output of a command, examined before the inputs are read.
package struct OutputDestination {
  fileprivate enum Target {
    case file(OutputPlace)
    case descriptor(FileDescriptor)
  }

  fileprivate let target: Target
  /// nil if an open descriptor is written to, such as standard output.
  package let replacedPath: String?

  /// A link is followed, a device, pipe or open descriptor is written to; nil and `-` are standard
  /// output.
  package init(_ path: String?) throws(CommandFailure) {
    guard let path, path != "-" else {
      target = .descriptor(.standardOutput)
      replacedPath = nil
      return
    }
    if path.isEmpty { throw CommandFailure(.usage, "an empty text names no file to write") }
    let place = FilePath(text: path)
    if let descriptor = place.openDescriptor {
      target = .descriptor(descriptor)
      replacedPath = nil
      do throws(Errno) {
        _ = try FileStatus(of: descriptor)
      } catch {
        throw FileChange.failure(place, "cannot be written", error)
      }
      return
    }
    // Storage can exchange a folder too, because a document can be a package.
    if place.leadsToDirectory {
      throw CommandFailure(.inputOutput, "\(path): a folder, which is not replaced; name a file")
    }
    if path.utf8.last == UInt8(ascii: "/") {
      throw CommandFailure(
        .inputOutput, "\(path): there is no such folder; make it, and name a file in it")
    }
    target = .file(OutputPlace(place))
    replacedPath = path
  }

  /// Throws if the output is one of all files that the command reads.
  package func file(reading inputs: [String]) throws(CommandFailure) -> OutputFile {
    let inputs = InputFiles(inputs)
    switch target {
    case .file(let place): try inputs.refuse(output: place.path.text)
    case .descriptor(let descriptor): try inputs.refuse(output: descriptor)
    }
    return OutputFile(target: target)
  }
}

/// An output that is none of the inputs; see ``OutputDestination/file(reading:)``.
package struct OutputFile {
  fileprivate let target: OutputDestination.Target

  /// Throws if another process has changed the file since the destination was made.
  package func write(_ bytes: [UInt8]) throws(CommandFailure) {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(CommandFailure) in try write(bytes) }
    }.get()
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
    switch target {
    case .file(let place): try write(bytes, to: place)
    case .descriptor(let descriptor): try write(bytes, to: descriptor)
    }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, to place: OutputPlace
  ) throws(CommandFailure) {
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

  private func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: FileDescriptor
  ) throws(CommandFailure) {
    StandardOutput.shared.finish()
    do {
      try descriptor.writeAll(bytes)
    } catch Errno.brokenPipe {
      // A reader that closes the pipe early is not a failure.
    } catch {
      throw CommandFailure(.inputOutput, "cannot write to \(descriptor.spelling): \(error)")
    }
  }
}

extension FileDescriptor {
  var spelling: String {
    switch self {
    case .standardOutput: "standard output"
    case .standardError: "standard error"
    default: "/dev/fd/\(rawValue)"
    }
  }
}
