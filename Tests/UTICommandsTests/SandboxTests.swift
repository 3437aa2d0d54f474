import Foundation
import TestSupport
import Testing
import UTIPlatform

@Suite("Restriction of commands that read untrusted files")
struct SandboxTests {
  /// A kernel and a container that permit both restrictions.
  private static let restrictions = Requirement(
    "run the tests on a kernel with Landlock and seccomp", if: isAvailable)

  private static var isAvailable: Bool {
    let run = try? Command.run(["doctor", "--format", "tsv"])
    return run?.lines.contains { $0.hasPrefix("sandbox\tcomplete\t") } == true
  }

  @Test(
    "A restricted process reads files, but changes none and starts no programs",
    .requires(restrictions))
  func restriction() async {
    await #expect(processExitsWith: .success) {
      let program = try TestProgram.process("true")
      let restriction = ProcessRestriction.enter()
      precondition(restriction.restrictsFiles && restriction.restrictsCalls)
      precondition(open("/proc/self/status", O_RDONLY) >= 0)
      let path = "/tmp/uti-restricted-\(getpid())"
      precondition(open(path, O_WRONLY | O_CREAT, 0o600) == -1 && errno == EACCES)
      precondition(mkdir(path, 0o700) == -1 && errno == EACCES)
      precondition(chmod("/proc/self/fd", 0o700) == -1 && errno == EPERM)
      precondition(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM)
      precondition((try? program.run()) == nil)
      // Threads that start later are restricted too.
      let thread = Thread { exit(open(path, O_WRONLY | O_CREAT, 0o600) == -1 ? 0 : 1) }
      thread.start()
      sleep(60)
    }
  }

  @Test("A process that may write is restricted otherwise", .requires(restrictions))
  func permittingWriting() async {
    await #expect(processExitsWith: .success) {
      let restriction = ProcessRestriction.enter(permitsWriting: true)
      precondition(restriction.restrictsFiles && restriction.restrictsCalls)
      let path = "/tmp/uti-restricted-\(getpid())"
      precondition(open(path, O_WRONLY | O_CREAT, 0o600) >= 0)
      precondition(unlink(path) == 0)
      precondition(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) == -1 && errno == EPERM)
    }
  }

  @Test(
    "The process is restricted before it answers, unless an option says otherwise",
    .requires(restrictions), arguments: [(["--no-sandbox"], "0"), ([], "2")])
  func option(_ options: [String], _ mode: String) throws {
    let process = try TestProgram.process(
      Command.executable.path, ["identify", "--stream"] + options, environment: Command.bare)
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("{\"id\":1,\"length\":0}\n".utf8))
    let answer = output.fileHandleForReading.availableData
    let status = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(!answer.isEmpty)
    #expect(status.contains("\nSeccomp:\t\(mode)\n"))
  }

  @Test("The restriction changes no result")
  func results() throws {
    let files = Command.fixture("")
    for arguments in [["identify", "-r", files], ["lint", "--base", files]] {
      let restricted = try Command.run(arguments)
      #expect(!restricted.output.isEmpty)
      let free = try Command.run(arguments + ["--no-sandbox"])
      #expect(restricted.output == free.output)
      #expect(restricted.status == free.status)
    }
  }
}
