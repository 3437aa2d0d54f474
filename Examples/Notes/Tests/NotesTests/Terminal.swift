import CPseudoTerminal
import Foundation

/// A program that runs at a pseudo-terminal of its own, as if somebody sat there.
final class Terminal {
  private let process = Process()
  private let controlling: FileHandle
  private var output = ""

  /// What went wrong at the terminal.
  enum Failure: Error {
    case noTerminal(Int32)
    case endedWithout(String, output: String)
  }

  /// Starts the program `notes` of this build.
  ///
  /// - Parameters:
  ///   - arguments: what it is started with.
  ///   - userDirectory: where it keeps what it notes of documents, and what it cannot save.
  init(_ arguments: [String], userDirectory: URL) throws {
    var (controllingDescriptor, lineDescriptor): (Int32, Int32) = (-1, -1)
    guard open_pseudo_terminal(&controllingDescriptor, &lineDescriptor) == 0 else {
      throw Failure.noTerminal(errno)
    }
    controlling = FileHandle(fileDescriptor: controllingDescriptor, closeOnDealloc: true)
    let terminal = FileHandle(fileDescriptor: lineDescriptor, closeOnDealloc: true)
    // The tests lie beside the program in the folder of the build.
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "notes")
    process.arguments = arguments
    // What the program notes of its user's documents is none of whoever runs the tests.
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

  /// Waits until the program has printed a text; what came before it is forgotten.
  ///
  /// - Returns: what came before it.
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
      // The end of a terminal is an error of reading it.
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
