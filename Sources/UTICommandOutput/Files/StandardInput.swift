internal import Synchronization
package import SystemPackage

/// Reading of standard input.
package enum StandardInput {
  /// More bytes than detection reads in sequence, so that the result equals a file's.
  private static let headByteCount = 1 << 18

  /// The bytes of the last read, for questions after the first.
  private static let head = Mutex<[UInt8]>([])

  /// The first bytes that were read, and the least number of bytes that the input has.
  package static var readBytes: (head: [UInt8], size: Int) {
    let head = head.withLock { $0 }
    return (head, head.count < headByteCount ? head.count : head.count + 1)
  }

  /// The rest is left unread.
  package static func readHead() -> Result<[UInt8], Errno> {
    do {
      let bytes = try FileDescriptor.standardInput.readAll(limit: headByteCount)
      head.withLock { $0 = bytes }
      return .success(bytes)
    } catch let error as Errno {
      return .failure(error)
    } catch {
      return .failure(.ioError)
    }
  }

  /// One more byte than a document may have is enough to refuse endless input.
  package static func readAll(limit: Int) throws -> [UInt8] {
    try FileDescriptor.standardInput.readAll(limit: limit)
  }
}

extension FileDescriptor {
  package func readAll(limit: Int) throws -> [UInt8] {
    var result: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { chunk.deallocate() }
    while result.count < limit {
      let wanted = UnsafeMutableRawBufferPointer(
        rebasing: chunk[..<min(chunk.count, limit - result.count)])
      let count = try read(into: wanted, retryOnInterrupt: true)
      guard count > 0 else { break }
      result += wanted[..<count]
    }
    return result
  }
}
