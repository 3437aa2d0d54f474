package import SystemPackage
import TypeDeclarations
internal import UTIPlatform

/// Reading of standard input and of files that are read like it.
package enum StandardInput {
  /// The number of bytes, more than detection reads in sequence, so that the result equals a
  /// file's.
  private static let headByteCount = 1 << 18

  /// Reads the first bytes of standard input; the rest is left unread.
  package static func readHead() -> Result<[UInt8], Errno> {
    do {
      return .success(try read(.standardInput, limit: headByteCount))
    } catch let error as Errno {
      return .failure(error)
    } catch {
      return .failure(.ioError)
    }
  }

  /// Reads all of standard input.
  package static func readAll() throws -> [UInt8] {
    try read(.standardInput, limit: .max)
  }

  /// Reads all of a file.
  package static func readAll(of path: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(FilePath(text: path), .readOnly)
    return try file.closeAfter { try read(file, limit: .max) }
  }

  private static func read(_ file: FileDescriptor, limit: Int) throws -> [UInt8] {
    var result: [UInt8] = []
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { chunk.deallocate() }
    while result.count < limit {
      let wanted = UnsafeMutableRawBufferPointer(
        rebasing: chunk[..<min(chunk.count, limit - result.count)])
      let count = try file.read(into: wanted, retryOnInterrupt: true)
      guard count > 0 else { break }
      result += wanted[..<count]
    }
    return result
  }
}
