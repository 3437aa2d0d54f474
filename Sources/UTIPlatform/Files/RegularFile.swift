package import SystemPackage

/// A regular file that has been read whole.
package struct RegularFile: Sendable {
  /// The reason why a file was not read.
  package enum Failure: Error, Sendable {
    case system(Errno)
    /// The item is a directory, a pipe, a socket or a device.
    case notRegular
    case tooLarge(size: Int)
  }

  package let bytes: [UInt8]
  /// Read before the contents; it differs from the file if the file changes meanwhile.
  package let status: FileStatus

  /// Follows links, and never waits; `limit` is in bytes.
  package init(at path: FilePath, limit: Int = .max) throws(Failure) {
    do {
      let (descriptor, status) = try Self.open(path)
      defer { try? descriptor.close() }
      guard status.size <= limit else { throw Failure.tooLarge(size: Int(clamping: status.size)) }
      self.status = status
      bytes = try Self.bytes(of: descriptor, expected: Int(status.size), limit: limit)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .system(error as? Errno ?? .ioError)
    }
    guard bytes.count <= limit else { throw .tooLarge(size: bytes.count) }
  }

  package static func head(at path: FilePath, count: Int) throws(Failure) -> [UInt8] {
    do {
      let (descriptor, _) = try open(path)
      defer { try? descriptor.close() }
      return try [UInt8](unsafeUninitializedCapacity: count) { buffer, readCount in
        readCount = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .system(error as? Errno ?? .ioError)
    }
  }

  /// Opens a regular file.
  private static func open(_ path: FilePath) throws -> (FileDescriptor, FileStatus) {
    // Opening does not wait; otherwise opening a pipe would last until another process writes to
    // it.
    let descriptor = try FileDescriptor.open(
      path, .readOnly, options: [.closeOnExec, .nonBlocking])
    do {
      let status = try FileStatus(of: descriptor)
      guard status.kind == .regular else { throw Failure.notRegular }
      return (descriptor, status)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// Reads a file that grows meanwhile up to the limit and one byte.
  private static func bytes(
    of descriptor: FileDescriptor, expected: Int, limit: Int
  ) throws -> [UInt8] {
    var result: [UInt8] = []
    var capacity = expected + 1
    while result.count <= limit {
      let chunk = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        count = try descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if chunk.isEmpty { break }
      if result.isEmpty { result = chunk } else { result += chunk }
      capacity = 1 << 16
    }
    return result
  }
}
