package import DataFormats
internal import SystemPackage
internal import UTIPlatform

/// Reads whole files.
package enum RegularFile {
  /// The content of a file; links are followed.
  ///
  /// - Throws: `DeclarationError` with the error number when the file cannot be opened or read,
  ///   when it is a directory, pipe or device (which are not waited for), or when it is larger than
  ///   the limits allow.
  package static func contents(
    of path: String, limits: ReadingLimits
  ) throws(DeclarationError) -> [UInt8] {
    do {
      return try read(path, limits: limits).get()
    } catch let error as DeclarationError {
      throw error
    } catch {
      throw unreadable(path, error as? Errno, "the file cannot be read")
    }
  }

  static func unreadable(_ path: String, _ error: Errno?, _ message: String) -> DeclarationError {
    DeclarationError(
      .unreadable, file: path, errno: error?.rawValue, message: message,
      remedy: "check the path and its permissions")
  }

  private static func read(
    _ path: String, limits: ReadingLimits
  ) throws -> Result<[UInt8], DeclarationError> {
    // Without waiting: opening a pipe would last until somebody writes into it.
    let descriptor = try FileDescriptor.open(
      PathText.path(path), .readOnly, options: [.closeOnExec, .nonBlocking])
    return try descriptor.closeAfter {
      var status = stat()
      guard fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        return .failure(
          DeclarationError(
            .notRegularFile, file: path, message: "not a regular file",
            remedy: "name a property list or a shared-mime-info package"))
      }
      let size = Int(status.st_size)
      guard size <= limits.documentSize else {
        return .failure(
          DeclarationError(.tooLarge(size: size, limits: limits), in: path))
      }
      return .success(try bytes(of: descriptor, expected: size, limit: limits.documentSize))
    }
  }

  /// Everything up to the end; a file that grows meanwhile is read up to the limit and one byte,
  /// so that the caller sees that it is too large.
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
