import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

/// Saves of a process that is stopped at a system call and continues after another save, as after a
/// debugger, a terminal's Ctrl-Z or a suspended machine.
@Suite(.serialized, .requires(.tracing)) struct StoppedSaves {
  /// A process that stops at a system call, with its tracer.
  private final class StoppedProcess {
    private let tracer: Process
    private let output = Pipe()
    private(set) var processID: Int32?

    /// Starts a save, and waits until it has stopped or ended.
    init(at call: (name: String, number: Int), saving path: FilePath, _ text: String) throws {
      tracer = try TestProgram.process(
        "strace",
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call.name)", "-e",
          "inject=\(call.name):signal=SIGSTOP:when=\(call.number)", TestProgram.saveProbe, "save",
          path.string, text,
        ])
      tracer.standardOutput = output
      tracer.standardError = FileHandle.nullDevice
      try tracer.run()
      while tracer.isRunning, processID == nil {
        usleep(2_000)
        if let child = child, Self.isStopped(child) { processID = child }
      }
    }

    private var child: Int32? {
      let number = tracer.processIdentifier
      let text = try? String(
        contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .utf8)
      return text?.split(separator: " ").first.flatMap { Int32($0) }
    }

    /// Returns whether a process is in a group stop, which outlasts the stops of a tracer.
    private static func isStopped(_ process: Int32) -> Bool {
      for _ in 0..<5 {
        let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        guard let state = text?.split(separator: ")").last?.split(separator: " ").first,
          ["T", "t"].contains(state)
        else { return false }
        usleep(3_000)
      }
      return true
    }

    /// Lets the process continue.
    ///
    /// - Returns: its output.
    func finish() -> String {
      let deadline = ContinuousClock.now + .seconds(20)
      // A signal to continue that arrives before the stop has no effect.
      while tracer.isRunning {
        if let processID { kill(processID, SIGCONT) }
        usleep(5_000)
        // The tracer was once seen to wait for a process that waited for it. Without it the process goes on.
        if ContinuousClock.now > deadline { kill(tracer.processIdentifier, SIGKILL) }
      }
      if let processID { kill(processID, SIGCONT) }
      let data = output.fileHandleForReading.readDataToEndOfFile()
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Every text that is in a directory, those kept next to an item included.
  private func texts(in directory: ScratchDirectory) throws -> Set<String> {
    Set(try directory.contents().filter { !$0.key.hasSuffix("/") }.values)
  }

  private static let calls = [
    ("flock", [1, 2, 3]), ("fsync", [1, 2]), ("renameat2", [1]), ("unlinkat", [1, 2]),
    ("statx", [3, 6, 9, 12]),
  ].flatMap { name, numbers in numbers.map { (name, $0) } }

  @Test(arguments: calls)
  func `K10: A save that is stopped for longer than the patience of another loses no contents`(
    _ call: (String, Int)
  ) throws {
    let directory = try ScratchDirectory(["a.txt": "old"])
    let path = directory.file("a.txt")
    let stopped = try StoppedProcess(at: (call.0, call.1), saving: path, "first")
    let isStopped = stopped.processID != nil
    var options = SafeWriter.Options()
    options.patience = .milliseconds(50)
    let second = Result { () throws(SafeWritingError) in
      try SafeWriter(options: options).write(to: path, .createOrOverwrite) {
        try Data("second".utf8).write(to: URL(filePath: $0.string))
      }
    }
    let first = stopped.finish()
    let found = try texts(in: directory)
    // A save that says so has put its text into the item, or the item that it replaced is kept.
    if (try? second.get()) != nil {
      #expect(found.contains("second") || first == "exchange", "\(call): \(first), \(found)")
    }
    if first == "exchange" { #expect(found.contains("first") || (try? second.get()) != nil) }
    let item = try #require(directory.text("a.txt"))
    #expect(["first", "second"].contains(item), "\(call): \(item)")
    // Two saves that overlap are in order, or the overwritten contents are kept or reported.
    if isStopped, first == "exchange", (try? second.get()) != nil {
      let outcome = try second.get()
      let isKept = outcome.conflict != nil || found.isSuperset(of: ["first", "second"])
      let isInOrder = item == "second" && outcome.conflict == nil || item == "first"
      #expect(isKept || isInOrder, "\(call): \(found)")
    }
    try SafeWriter().recover(at: path)
    let left = try directory.contents().keys.filter { $0.contains(".document-saving-") }
    #expect(left.isEmpty, "\(call): \(left)")
  }
}
