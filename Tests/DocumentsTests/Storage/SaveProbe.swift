import Foundation
import SystemPackage

/// The program that saves once, and programs to run it under.
enum SaveProbe {
  static let path: String = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: own ?? "").deletingLastPathComponent().appending(path: "SaveProbe").path()
  }()

  struct Result {
    let status: Int32
    let output: String
  }

  /// Runs a program found in the search path, and gives what it prints.
  @discardableResult
  static func run(_ arguments: [String]) throws -> Result {
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

  @discardableResult
  static func succeeds(_ arguments: [String]) -> Bool {
    (try? run(arguments).status) == 0
  }

  static let isTraceable = succeeds(["strace", "-o", "/dev/null", "true"])

  /// Whether this process may mount, so that tests can fill or protect a file system.
  static let canMount: Bool = {
    guard let directory = try? ScratchDirectory() else { return false }
    let path = directory.path.string
    guard succeeds(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", path]) else { return false }
    return succeeds(["umount", path])
  }()

  private static let asNobody = [
    "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "HOME=/nonexistent",
  ]

  /// Whether the probe can be run by a user who owns nothing.
  static let canBeNobody = succeeds(asNobody + ["test", "-x", path])

  static func runAsNobody(_ arguments: [String]) throws -> Result {
    try run(asNobody + arguments)
  }
}
