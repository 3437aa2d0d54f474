internal import Foundation
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

  /// The path of a program of this package, which the build puts beside the tests.
  ///
  /// - Parameter name: the name of its target.
  public static func path(_ name: String) -> String {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: own ?? "").deletingLastPathComponent().appending(path: name).path()
  }

  /// The program that saves once, or keeps versions, without a document.
  public static let saveProbe = path("SaveProbe")
  /// The program that saves documents.
  public static let documentProbe = path("DocumentProbe")

  /// Runs a program that the search path leads to, and reads its standard output.
  ///
  /// - Parameter arguments: the name or path of the program, and its arguments.
  /// - Throws: the error of starting it.
  @discardableResult
  public static func run(_ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let status =
      process.terminationReason == .exit
      ? process.terminationStatus
      : -process.terminationStatus
    return Result(
      status: status, output: output.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Runs a program on a thread of its own; see ``run(_:)``.
  ///
  /// - Parameter arguments: the name or path of the program, and its arguments.
  /// - Throws: the error of starting it.
  @discardableResult
  public static func running(_ arguments: [String]) async throws -> Result {
    try await onOwnThread { try run(arguments) }
  }

  /// Runs code that blocks, such as code that waits for a process, on a thread of its own.
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
