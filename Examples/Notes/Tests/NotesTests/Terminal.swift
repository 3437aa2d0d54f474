import CPseudoTerminal
import Foundation

/// A program that runs at its own pseudo-terminal.
final class Terminal {
  private let process = Process()
  private let controlling: FileHandle
  private var output = ""

  /// An error at the terminal.
  enum Failure: Error {
    case noTerminal(Int32)
    case endedWithout(String, output: String)
  }

  /// Starts the program `notes` of this build.
  ///
  /// - Parameters:
  ///   - arguments: its arguments.
  ///   - userDirectory: the directory of its lists of documents and of unsaved changes.
  init(_ arguments: [String], userDirectory: URL) throws {
    var (controllingDescriptor, lineDescriptor): (Int32, Int32) = (-1, -1)
    guard open_pseudo_terminal(&controllingDescriptor, &lineDescriptor) == 0 else {
      throw Failure.noTerminal(errno)
    }
    controlling = FileHandle(fileDescriptor: controllingDescriptor, closeOnDealloc: true)
    let terminal = FileHandle(fileDescriptor: lineDescriptor, closeOnDealloc: true)
    // The tests and the program are in one folder of the build.
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "notes")
    process.arguments = arguments
    // The program must not write to the lists of the user who runs the tests.
    process.environment = ProcessInfo.processInfo.environment.merging([
      "XDG_DATA_HOME": userDirectory.appending(path: "data").path,
      "XDG_STATE_HOME": userDirectory.appending(path: "state").path,
    ]) { $1 }
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    try terminal.close()
  }

  /// Types a line.
  func type(_ line: String) throws {
    try controlling.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits until the program has printed a text, and drops the output before it.
  ///
  /// - Returns: the output before it.
  @discardableResult
  func expect(_ text: String) throws -> String {
    while true {
      if let range = output.range(of: text) {
        let before = String(output[..<range.lowerBound])
        output.removeSubrange(..<range.upperBound)
        return before
      }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(controlling.fileDescriptor, &bytes, bytes.count)
      // At the end of a terminal, reading fails.
      guard count > 0 else { throw Failure.endedWithout(text, output: output) }
      output += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until the program has ended.
  ///
  /// - Returns: its status, or the signal that ended it.
  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
