package import SystemPackage

/// A regular file that has been read whole.
package struct RegularFile: Sendable {
  /// The reason why a file was not read.
  package enum Failure: Error, Sendable {
    /// A call failed.
    case system(Errno)
    /// The item is a directory, a pipe, a socket or a device.
    case notRegular
    /// The file has more bytes than the limit.
    case tooLarge(size: Int)
  }

  /// The contents.
  package let bytes: [UInt8]
  /// The status of the file before it was read; it differs from the file if the file changes
  /// meanwhile.
  package let status: FileStatus

  /// Reads a file; links are followed, and opening never waits.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - limit: the greatest size in bytes.
  /// - Throws: ``Failure``.
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

  /// Returns the first bytes of a file, at most a given number.
  ///
  /// - Throws: ``Failure``.
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

  /// Returns all bytes up to the end; a file that grows meanwhile is read up to the limit and one
  /// byte.
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
