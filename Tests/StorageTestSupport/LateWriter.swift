internal import Foundation
package import SystemPackage
package import TestSupport
internal import UTIDocumentStorage

/// A program that has a file open for writing, and continues to write after a save by another
/// process.
package final class LateWriter {
  /// Reports of the system about programs that have a file open for writing.
  package static let reports = Requirement(
    "run the tests where TMPDIR is on a file system with leases", if: areReported)

  private static let areReported: Bool = {
    guard let directory = try? ScratchDirectory(["a": ""]),
      let file = try? FileDescriptor.open(directory.path.appending("a"), .readOnly)
    else { return false }
    defer { try? file.close() }
    return SystemFileStore().hasWriter(file) == false
  }()

  private let process: Process
  private let input = Pipe()

  /// Starts the program, and waits until it has the file open.
  ///
  /// - Parameter maps: whether it writes through a map, to which it has written before.
  package init(_ path: FilePath, maps: Bool = false) throws {
    process = try TestProgram.process(
      TestProgram.saveProbe, ["late", path.string] + (maps ? ["map"] : []))
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    _ = output.fileHandleForReading.availableData
  }

  deinit { end() }

  /// Lets the program write something at the beginning of the file, and close it.
  package func write(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    end()
  }

  /// Lets the program close the file.
  package func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
