package import Foundation
internal import Synchronization
internal import SystemPackage
internal import TestSupport
internal import UTIPlatform

/// A program that coordinates in a separate process, and its output.
package final class CoordinatingProcess: Sendable {
  private let process: UncheckedSendableBox<Process>
  private let input = UncheckedSendableBox(Pipe())
  private let said = Mutex<[String]>([])
  private let hasSaid = UncheckedSendableBox(NSCondition())

  /// Starts a program of this package.
  package init(_ program: String, _ arguments: [String], _ environment: [String: String]) throws {
    process = UncheckedSendableBox(
      try TestProgram.process(
        TestProgram.path(program), arguments,
        environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }))
    process.value.standardInput = input.value
    let output = Pipe()
    process.value.standardOutput = output
    try process.value.run()
    let reader = UncheckedSendableBox(output.fileHandleForReading)
    Thread.detachNewThread { [self] in
      var rest = Data()
      while case let data = reader.value.availableData, !data.isEmpty {
        rest += data
        let parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let lines = parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
        rest = parts.last.map { Data($0) } ?? Data()
        note(lines)
      }
      note(["end"])
    }
  }

  private func note(_ lines: [String]) {
    hasSaid.value.lock()
    said.withLock { $0 += lines }
    hasSaid.value.broadcast()
    hasSaid.value.unlock()
  }

  package var number: pid_t { process.value.processIdentifier }

  /// The answers of the program so far: its output without reports.
  package var lines: [String] { said.withLock { $0.filter { !Self.isReport($0) } } }

  /// The reports of the library so far, such as that an access takes long on a busy machine.
  package var reports: [String] { said.withLock { $0.filter(Self.isReport) } }

  private static func isReport(_ line: String) -> Bool { line.hasPrefix("report ") }

  /// Waits until the program says a line, or has ended.
  ///
  /// - Returns: whether it has said it.
  @discardableResult
  package func says(_ line: String) async -> Bool {
    await TestProgram.onOwnThread { self.waitFor(line) }
  }

  /// Waits until the library reports a line in the program, or the program has ended.
  package func reports(_ line: String) async -> Bool {
    await TestProgram.onOwnThread { self.waitFor(line) { self.reports } }
  }

  private func waitFor(_ line: String) -> Bool { waitFor(line) { self.lines } }

  private func waitFor(_ line: String, in found: () -> [String]) -> Bool {
    hasSaid.value.lock()
    defer { hasSaid.value.unlock() }
    // The limit ends a run in which the program hangs; among other work its start takes minutes.
    let end = Date(timeIntervalSinceNow: 20 * 60)
    while !found().contains(line), lines.last != "end" {
      guard hasSaid.value.wait(until: end) else { break }
    }
    return found().contains(line)
  }

  /// Lets the program go on that waits for the end of its input.
  package func goOn() { try? input.value.fileHandleForWriting.close() }

  /// Lets the program go on that waits for a line of its input.
  package func nextStep(_ line: String = "") {
    try? input.value.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for the end.
  ///
  /// - Returns: the status; negative for a signal.
  @discardableResult
  package func end() async -> Int32 {
    await TestProgram.onOwnThread { self.waitForEnd() }
  }

  private func waitForEnd() -> Int32 {
    goOn()
    _ = waitFor("never said")
    process.value.waitUntilExit()
    return process.value.endStatus
  }
}

/// A directory for the processes of one test only.
package struct MeetingPlace: Sendable {
  private let directory: ScratchDirectory
  /// The environment variables with the directory.
  package let environment: [String: String]
  package let peers: String

  package init() throws {
    directory = try ScratchDirectory()
    let runtime = directory.path.string + "/run"
    mkdir(runtime, 0o700)
    environment = ["XDG_RUNTIME_DIR": runtime]
    peers = runtime + "/uniform-types/peers"
  }

  /// The path of something at the place.
  package func path(_ name: String) -> String { directory.path.string + "/" + name }

  /// Starts a program.
  package func start(_ arguments: String..., patience: Int = 20_000, purpose: String? = nil) throws
    -> CoordinatingProcess
  {
    try start(program: "CoordinationProbe", arguments, patience: patience, purpose: purpose)
  }

  /// Starts another program of this package.
  package func start(
    program: String, _ arguments: [String], patience: Int = 20_000, purpose: String? = nil
  ) throws -> CoordinatingProcess {
    var environment = environment
    environment["PATIENCE"] = "\(patience)"
    environment["PURPOSE"] = purpose
    return try CoordinatingProcess(program, arguments, environment)
  }

  /// Starts a program that presents, and waits until it does.
  package func startPresenter(_ name: String, _ kind: String = "") async throws
    -> CoordinatingProcess
  {
    let presenter = try start("present", path(name), kind)
    await presenter.says("ready")
    return presenter
  }

  /// Waits until as many wait for locks at the place as there should be.
  ///
  /// - Returns: A Boolean value that indicates whether that happened.
  package func waitForWaiting(_ count: Int) async -> Bool {
    await TestProgram.onOwnThread { self.hasWaiting(count) }
  }

  private func hasWaiting(_ count: Int) -> Bool {
    eventually {
      // The first process makes the file.
      var status = stat()
      guard stat(peers + "/../locks", &status) == 0 else { return false }
      // Foundation takes a first short read of what has no size for the whole.
      let table = try? FileHandle(forReadingAtPath: "/proc/locks")?.readToEnd()
      let locks = String(decoding: table ?? Data(), as: UTF8.self)
      // Files of other file systems may have the same number.
      let major = status.st_dev >> 8 & 0xFFF
      let minor = status.st_dev & 0xFF | status.st_dev >> 12 & 0xFFF00
      let place = String(format: "%02lx:%02lx:%lu ", major, minor, status.st_ino)
      let own = locks.split(separator: "\n").filter { $0.contains("->") && $0.contains(place) }
      return own.count == count
    }
  }

  private func eventually(_ condition: () -> Bool) -> Bool {
    // A machine that is busy with all tests at once takes its time to start programs.
    let end = ContinuousClock.now + .seconds(20 * 60)
    while ContinuousClock.now < end {
      if condition() { return true }
      usleep(2_000)
    }
    return false
  }

  /// The sockets of processes.
  package var sockets: [String] { names(in: peers) }

  /// The files of accesses that wait for other processes.
  package var waits: [String] { names(in: peers + "/../waits") }

  /// A process that is killed before its file has a name leaves one with a period, which another
  /// process removes a minute later.
  private func names(in directory: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
    return names?.filter { !$0.hasPrefix(".") } ?? []
  }
}
