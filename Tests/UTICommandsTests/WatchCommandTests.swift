import Foundation
import TestSupport
import Testing

/// `uti document --watch`: what happens to an item, as lines of JSON.
@Suite("uti document --watch")
struct WatchCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The command while it runs.
  private final class Running {
    let process: Process
    private let pipe = Pipe()
    private var rest = Data()

    init(_ arguments: [String]) throws {
      process = try TestProgram.process(
        Command.executable.path, ["document", "--watch"] + arguments, environment: Command.bare)
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits for the next line.
    func next() throws -> [String: Any] {
      while true {
        if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          let line = Data(rest[..<end])
          rest = Data(rest[(end + 1)...])
          return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        }
        let more = pipe.fileHandleForReading.availableData
        try #require(!more.isEmpty, "the command has ended")
        rest += more
      }
    }

    func end(_ signal: Int32) -> Int32 {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }

    func closePipe() throws { try pipe.fileHandleForReading.close() }
  }

  @Test("prints the state first, then each event, all as the schema defines, and ends with 0")
  func events() throws {
    let schema = try Command.run(["help", "formats", "--format", "json"])
    let check = try RecordSchemaCheck(Data(schema.output.utf8))
    let path = try directory.write("a.txt", Array("hello".utf8))
    let running = try Running([path])
    func next(_ event: String) throws -> [String: Any] {
      let object = try running.next()
      #expect(object["event"] as? String == event)
      let faults = check.faults(of: object, command: "document --watch")
      #expect(faults.isEmpty, "\(object): \(faults)")
      return object
    }
    let first = try next("watching")
    #expect(first["exists"] as? Bool == true && first["type"] as? String == "public.plain-text")
    #expect((first["path"] as? String)?.hasSuffix("/a.txt") == true)
    try directory.write("a.txt", Array("<?xml version='1.0'?><a/>".utf8))
    #expect(try next("changed")["originator"] as? String == "unknown")
    #expect(chmod(path, 0o600) == 0)
    _ = try next("metadataChanged")
    try FileManager.default.moveItem(atPath: path, toPath: directory.path + "/b.txt")
    let moved = try next("moved")
    #expect((moved["oldPath"] as? String)?.hasSuffix("/a.txt") == true)
    #expect((moved["path"] as? String)?.hasSuffix("/b.txt") == true)
    #expect(running.end(SIGTERM) == 0)
  }

  @Test("watches a missing item, and reports the items in a directory")
  func directories() throws {
    let running = try Running([directory.path + "/new/p.rtfd"])
    #expect(try running.next()["exists"] as? Bool == false)
    try directory.write("new/p.rtfd/TXT.rtf", Array("{\\rtf1}".utf8))
    let appeared = try running.next()
    #expect(appeared["event"] as? String == "appeared")
    #expect(appeared["type"] as? String == "com.apple.rtfd")
    try directory.write("new/p.rtfd/a.png", [1])
    let subitems = try #require(try running.next()["subitems"] as? [[String: Any]])
    #expect(subitems.first?["event"] as? String == "appeared")
    #expect(subitems.first?["path"] as? String == "a.png")
    #expect(running.end(SIGINT) == 0)
  }

  @Test("ends with 0 when its reader is gone, even without events")
  func closedPipe() throws {
    let running = try Running([try directory.write("a.txt")])
    _ = try running.next()
    try running.closePipe()
    running.process.waitUntilExit()
    #expect(running.process.terminationReason == .exit && running.process.terminationStatus == 0)
  }

  @Test(
    "reports that standard output is closed, and nothing else", arguments: ["", " <&- 2>&3 3>&-"])
  func closedOutput(others: String) throws {
    let path = try directory.write("a.txt")
    let errors = directory.path + "/errors"
    let script = "exec 3>\"$1\" 2>&3; \"$2\" document --watch \"$3\" >&-" + others
    let arguments = ["sh", "-c", script, "sh", errors, Command.executable.path, path]
    #expect(try TestProgram.run(arguments, environment: Command.bare).status == 74)
    let said = try String(contentsOfFile: errors, encoding: .utf8)
    #expect(said == "uti: cannot write to standard output: Bad file descriptor\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "")
  }

  @Test(
    "rejects an item that it cannot watch",
    arguments: [
      ["a", "b"], ["-"], ["-r", "a"], ["--format", "json", "a"], ["--format", "tsv", "a"],
      ["--conforming-to", "public.text", "a"], ["--files-from", "-"],
    ])
  func refusals(arguments: [String]) throws {
    let run = try Command.run(["document", "--watch"] + arguments)
    #expect(run.status == 64 && run.errors.contains("watch"))
  }
}
