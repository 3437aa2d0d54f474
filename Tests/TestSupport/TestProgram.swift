public import Foundation
internal import SystemPackage

/// Programs that tests start: programs of this package and of the machine.
public enum TestProgram {
  /// The result of a program that has ended.
  public struct Result: Sendable {
    /// The exit status; the negative number of a signal that has ended the program.
    public let status: Int32
    /// The standard output without surrounding white space.
    public let output: String
  }

  /// The directory of the programs of this package, in which the build puts the tests too.
  private static let directory: URL = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: own ?? "").deletingLastPathComponent()
  }()

  /// The path of a program of this package.
  ///
  /// - Parameter name: the name of its target.
  public static func path(_ name: String) -> String {
    directory.appending(path: name).path(percentEncoded: false)
  }

  /// The program that saves once, or keeps versions, without a document.
  public static let saveProbe = path("SaveProbe")
  /// The program that saves documents.
  public static let documentProbe = path("DocumentProbe")

  /// A program that is neither declared nor part of this package.
  public struct UndeclaredProgram: Error, CustomStringConvertible {
    let name: String

    /// The reason, and the remedy.
    public var description: String {
      "\(name) cannot be started: it is not in Tests/programs.tsv, or it is not installed; "
        + "add a row with its package, or state the requirement of the test"
    }
  }

  /// Creates the process of a program, which is not started.
  ///
  /// All tests start programs by this function.
  ///
  /// - Parameters:
  ///   - program: the name of a declared program of the machine, or the path of a program of this package.
  ///   - arguments: the arguments of the program.
  ///   - environment: the environment; nil for the environment of the tests. The search path leads to
  ///     declared programs only, unless the environment has another.
  /// - Throws: ``UndeclaredProgram``.
  public static func process(
    _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil
  ) throws -> Process {
    let isOwn = program.hasPrefix(directory.path(percentEncoded: false))
    guard let path = isOwn ? program : MachineProgram.path(program) else {
      throw UndeclaredProgram(name: program)
    }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment =
      environment
      ?? ProcessInfo.processInfo.environment.merging(["PATH": MachineProgram.searchPath]) { $1 }
    return process
  }

  /// Runs a program, and reads its standard output.
  ///
  /// - Parameters:
  ///   - arguments: the name or path of the program, and its arguments.
  ///   - environment: the environment; nil for the environment of the tests.
  /// - Throws: the error of starting it.
  @discardableResult
  public static func run(
    _ arguments: [String], environment: [String: String]? = nil
  ) throws -> Result {
    let output = try read(arguments, environment: environment)
    let text = String(decoding: output.bytes, as: UTF8.self)
    return Result(
      status: output.status, output: text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Writes a script that can be run at once.
  ///
  /// A shell writes it: a program that another test starts meanwhile would inherit a descriptor of
  /// this process for writing, and the system does not run a file that is open for writing.
  ///
  /// - Parameters:
  ///   - script: the text.
  ///   - path: the path of the file, which is replaced.
  public static func install(_ script: String, at path: String) throws {
    let command = "printf %s \"$1\" >\"$2.new\" && chmod 755 \"$2.new\" && mv \"$2.new\" \"$2\""
    let result = try run(["sh", "-c", command, "sh", script, path])
    guard result.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Runs a program; see ``run(_:environment:)``.
  ///
  /// - Returns: The status, and the standard output as bytes.
  public static func read(
    _ arguments: [String], environment: [String: String]? = nil
  ) throws -> (status: Int32, bytes: Data) {
    let process = try process(
      arguments.first ?? "", Array(arguments.dropFirst()), environment: environment)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.endStatus, bytes)
  }

  /// Runs a program on a separate thread; see ``run(_:)``.
  ///
  /// - Parameter arguments: the name or path of the program, and its arguments.
  /// - Throws: the error of starting it.
  @discardableResult
  public static func running(_ arguments: [String]) async throws -> Result {
    try await onOwnThread { try run(arguments) }
  }

  /// Runs code that blocks, such as code that waits for a process, on a separate thread.
  ///
  /// The cooperative pool has one thread for each core. Tests that block all of them keep every task of
  /// all other tests from running.
  ///
  /// - Parameter body: the code.
  /// - Returns: the result of the code.
  /// - Throws: the error of the code.
  public static func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Swift.Result { try body() })
      }
    }
  }

  /// The same for code that throws no error.
  public static func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  /// Runs a program and returns a Boolean value that indicates whether its status is 0.
  @discardableResult
  public static func succeeds(_ arguments: [String]) -> Bool {
    (try? run(arguments).status) == 0
  }

  /// True if system calls of a program can be traced and replaced by signals.
  public static let isTraceable = succeeds(["strace", "-o", "/dev/null", "true"])

  /// True if this process may mount, so that tests can fill or protect a file system.
  public static let canMount: Bool = {
    guard let directory = try? ScratchDirectory() else { return false }
    let path = directory.path.string
    guard succeeds(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", path]) else { return false }
    return succeeds(["umount", path])
  }()

  /// A Boolean value that indicates whether this process may mount an overlay of temporary files.
  public static let canMountOverlay: Bool = {
    let names = ["lower", "upper", "work", "place"]
    let folders = Dictionary(uniqueKeysWithValues: names.map { ("\($0)/", "") })
    guard canMount,
      let scratch = try? ScratchDirectory(folders, in: NSTemporaryDirectory())
    else { return false }
    let paths = names.map { scratch.path.appending($0).string }
    let options = "lowerdir=\(paths[0]),upperdir=\(paths[1]),workdir=\(paths[2])"
    guard succeeds(["mount", "-t", "overlay", "-o", options, "overlay", paths[3]]) else {
      return false
    }
    return succeeds(["umount", paths[3]])
  }()

  private static let asNobody = [
    "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "HOME=/nonexistent",
  ]

  /// A Boolean value that indicates whether the probes can be run by a user who owns nothing.
  public static let canBeNobody = succeeds(asNobody + ["test", "-x", saveProbe])

  /// Runs a program as a user who owns nothing; see ``run(_:)``.
  public static func runAsNobody(_ arguments: [String]) throws -> Result {
    try run(asNobody + arguments)
  }
}

extension Process {
  /// The exit status of an ended process; the negative number of a signal that has ended it.
  public var endStatus: Int32 {
    terminationReason == .exit ? terminationStatus : -terminationStatus
  }
}
