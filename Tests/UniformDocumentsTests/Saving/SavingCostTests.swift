import Foundation
import SystemPackage
import TestSupport
import Testing

/// The costs of a save for its caller and for the system, measured in a separate process.
@Suite(.serialized) struct SavingCosts {
  /// The operations of the probe, with the milliseconds that each may keep the main actor.
  ///
  /// A copy of the contents takes more than 100 ms. A revert has the model free its old bytes there.
  private static let limits: [String: Double] = [
    "create": 50, "overwrite": 50, "version": 50, "export": 50, "duplicate": 100, "autosave": 50,
    "revert": 200,
  ]
  private static let byteCount = 256 << 20

  @Test func `D16: A save of 256 MB does not copy the contents on the main actor`() async throws {
    let scratch = try ScratchDirectory(
      ["state/": ""], in: FileManager.default.temporaryDirectory.path)
    let result = try await TestProgram.running([
      "env", "XDG_STATE_HOME=\(scratch.path)/state", TestProgram.documentProbe, "cost",
      scratch.path.string, "\(Self.byteCount)",
    ])
    try #require(result.status == 0, "\(result.output)")
    var measured: Set<String> = []
    for line in result.output.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      let limit = try #require(Self.limits[fields[0]])
      measured.insert(fields[0])
      let milliseconds = try #require(Double(fields[1]))
      let bytes = try #require(Int(fields[2]))
      #expect(milliseconds <= limit, "\(line)")
      // A revert has the old and the new contents at the same time.
      if fields[0] != "revert" { #expect(bytes <= 16 << 20, "\(line)") }
    }
    #expect(measured == Set(Self.limits.keys))
  }

  private static let classes = [
    "Document", "MainDocument", "ValueDocument", "ObjectDocument", "NSDocument", "NSDocument+write",
  ]

  @Test(arguments: classes)
  func `D14: No save of 50 MB copies the contents, whatever the class is`(name: String) async throws
  {
    let byteCount = 50 << 20
    let scratch = try ScratchDirectory(
      ["state/": ""], in: FileManager.default.temporaryDirectory.path)
    let result = try await TestProgram.running([
      "env", "XDG_STATE_HOME=\(scratch.path)/state", TestProgram.documentProbe, "class-cost",
      scratch.path.string, "\(byteCount)", name,
    ])
    try #require(result.status == 0, "\(result.output)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines {
      let fields = line.split(separator: " ").map(String.init)
      let milliseconds = try #require(Double(fields[1]))
      let bytes = try #require(Int(fields[2]))
      #expect(bytes <= 16 << 20, "\(name): \(line)")
      #expect(milliseconds <= 150, "\(name): \(line)")
    }
  }

  @Test(.requires(.tracing))
  func `A file that a save has replaced is not freed on the main thread`() async throws {
    let scratch = try ScratchDirectory(
      ["state/": ""], in: FileManager.default.temporaryDirectory.path)
    let log = scratch.file("log")
    let result = try await TestProgram.running([
      "env", "XDG_STATE_HOME=\(scratch.path)/state", "strace", "-f", "-qq", "-y", "-e",
      "trace=close", "-o", log.string, TestProgram.documentProbe, "class-cost",
      scratch.path.string, "\(50 << 20)", "NSDocument",
    ])
    try #require(result.status == 0, "\(result.output)")
    let lines = try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n")
    // The first line is of the main thread.
    let main = try #require(lines.first?.split(separator: " ").first)
    let freeing = lines.filter { $0.contains(".bin>(deleted)") }
    #expect(!freeing.isEmpty)
    #expect(freeing.filter { $0.hasPrefix("\(main) ") } == [])
  }

  @Test func `Many documents that are opened at once need few threads`() async throws {
    let count = 200
    let scratch = try ScratchDirectory(
      ["documents/": "", "state/": "", "run/": ""], in: FileManager.default.temporaryDirectory.path)
    chmod(scratch.file("run").string, 0o700)
    let result = try await TestProgram.running([
      "env", "XDG_STATE_HOME=\(scratch.path)/state", "XDG_RUNTIME_DIR=\(scratch.path)/run",
      TestProgram.documentProbe, "opens", scratch.file("documents").string, "\(count)", "\(count)",
    ])
    try #require(result.status == 0, "\(result.output)")
    let counts = try #require(
      result.output.firstMatch(of: /opened ([0-9]+) threads ([0-9]+)/)?.output)
    #expect(Int(counts.1) == count, "\(result.output)")
    // Each access that makes no progress for a while on a busy machine adds a thread.
    let most = 24 + ProcessInfo.processInfo.activeProcessorCount
    #expect(try #require(Int(counts.2)) <= most, "\(result.output)")
  }

  @Test func `Opening a document costs the same with many open documents as with few`() async throws
  {
    let scratch = try ScratchDirectory(
      ["documents/": "", "state/": "", "run/": ""], in: FileManager.default.temporaryDirectory.path)
    chmod(scratch.file("run").string, 0o700)
    let result = try await TestProgram.running([
      "env", "XDG_STATE_HOME=\(scratch.path)/state", "XDG_RUNTIME_DIR=\(scratch.path)/run",
      TestProgram.documentProbe, "opens", scratch.file("documents").string, "2000", "200",
    ])
    try #require(result.status == 0, "\(result.output)")
    let line = try #require(
      result.output.split(separator: "\n").first { $0.hasPrefix("microseconds") })
    let times = line.split(separator: " ").compactMap { Int($0) }
    try #require(times.count == 10)
    // The first wave loads what the others share.
    let (few, many) = (times[1] + times[2], times[8] + times[9])
    #expect(many < 2 * few, "\(line)")
  }

  /// The greatest number of system calls of an operation on a small document, on all threads.
  private static let mostCalls = ["open": 85, "save": 62, "autosave": 68, "close": 10]
  /// The calls whose number depends on the load of the machine.
  private static let waits = [
    "futex", "poll", "epoll_wait", "epoll_ctl", "timerfd_settime", "read", "write", "mmap",
    "munmap",
    "mprotect", "madvise", "brk", "clone3", "rseq", "set_robust_list", "sigaltstack",
    "rt_sigprocmask", "exit", "prctl", "gettid", "sched_yield",
  ]

  @Test(.requires(.tracing), arguments: mostCalls.keys.sorted())
  func `An operation on a small document makes few system calls`(operation: String) async throws {
    let count = 50
    let scratch = try ScratchDirectory(
      ["documents/": "", "state/": "", "run/": ""], in: FileManager.default.temporaryDirectory.path)
    // Other tests have documents open, and each access would ask them.
    chmod(scratch.file("run").string, 0o700)
    let log = scratch.file("log")
    let result = try await TestProgram.running([
      "env", "XDG_STATE_HOME=\(scratch.path)/state", "XDG_RUNTIME_DIR=\(scratch.path)/run",
      "strace", "-f", "-qq", "-o", log.string, TestProgram.documentProbe, "calls",
      scratch.file("documents").string, operation, "\(count)",
    ])
    try #require(result.status == 0, "\(result.output)")
    let lines = try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n")
    let begin = try #require(lines.firstIndex { $0.contains("\"/calls-begin\"") })
    let end = try #require(lines.firstIndex { $0.contains("\"/calls-end\"") })
    let calls = lines[begin..<end].count { line in
      guard !line.contains(" resumed>"), let name = line.firstMatch(of: /^\d+ +(\w+)\(/)?.1 else {
        return false
      }
      return !Self.waits.contains(String(name))
    }
    let most = try #require(Self.mostCalls[operation])
    #expect(calls / count <= most, "\(calls) calls for \(count) times")
    // The limit is near the number, and each save flushes contents and names.
    #expect(calls / count > most / 3, "\(calls) calls for \(count) times")
    if operation.hasSuffix("save") {
      #expect(lines[begin..<end].count { $0.contains(" fsync(") } == 2 * count)
    }
  }

  @Test(.requires(.tracing), arguments: [false, true])
  func `A save of a package makes at most three calls for each unchanged file`(
    isWatched: Bool
  ) async throws {
    let fileCount = 300
    let scratch = try ScratchDirectory(in: FileManager.default.temporaryDirectory.path)
    // The trace is not in the directory of the item, because each line of it would be a
    // notification to the watcher.
    let trace = try ScratchDirectory()
    let log = trace.file("log")
    let arguments = [
      "strace", "-f", "-qq", "-y", "-e", "trace=all", "-o", log.string, TestProgram.documentProbe,
      "package", scratch.file("p.rtfd").string, "\(fileCount)",
    ]
    let result = try await TestProgram.running(arguments + (isWatched ? ["watched"] : []))
    try #require(result.status == 0, "\(result.output)")
    let lines = try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n")
    let begin = try #require(lines.firstIndex { $0.contains("\"/save-begins\"") })
    let end = try #require(lines.firstIndex { $0.contains("\"/save-ends\"") })
    var counts: [Substring: Int] = [:]
    for line in lines[begin..<end] where !line.contains("resumed>") && !line.contains(" read(") {
      guard let name = line.firstMatch(of: /file-[0-9]+\.txt/)?.output else { continue }
      counts[name, default: 0] += 1
    }
    counts["file-\(fileCount / 2).txt"] = nil
    #expect(counts.count == fileCount - 1)
    #expect(counts.values.allSatisfy { $0 <= 3 }, "\(counts.values.max() ?? 0)")
    // The watcher is not notified of each file that the save removes from the old package.
    let notices = lines[begin..<end].count { $0.contains(" read(") && $0.contains("inotify") }
    #expect(notices < fileCount / 10)
  }
}
