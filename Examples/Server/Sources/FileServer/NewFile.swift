import Foundation
import Hummingbird
import UniformTypes

import class NIOPosix.NIOThreadPool

/// A file that appears under its name when it is complete.
///
/// Until then its name has a dot before it. The calls of the system block, so the threads of the pool make
/// them.
struct NewFile: Sendable {
  private let path: FilePath
  private let unfinished: FilePath
  private let descriptor: FileDescriptor

  /// Creates a file in a folder.
  init(named name: String, in folder: FilePath) async throws {
    path = folder.appending(name)
    let unfinished = folder.appending(".\(name)")
    self.unfinished = unfinished
    descriptor = try await NIOThreadPool.singleton.runIfActive {
      try FileDescriptor.open(
        unfinished, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    }
  }

  /// Writes bytes at the end.
  func write(_ bytes: ByteBuffer) async throws {
    _ = try await NIOThreadPool.singleton.runIfActive {
      try descriptor.writeAll(bytes.readableBytesView)
    }
  }

  /// Closes the file, and gives it its name if it is complete; otherwise removes it.
  func close(isComplete: Bool) async throws {
    try await NIOThreadPool.singleton.runIfActive {
      defer { unlink(unfinished.string) }
      try descriptor.close()
      guard !isComplete || rename(unfinished.string, path.string) == 0 else {
        throw Errno(rawValue: errno)
      }
    }
  }
}
