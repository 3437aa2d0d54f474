internal import Glibc
internal import SystemPackage

/// A digest of the bytes of a file, which tells accidental changes apart and not those made to deceive.
enum ContentDigest {
  /// - Returns: nil where the file cannot be read.
  static func ofFile(at path: FilePath) -> UInt64? {
    guard
      let file = try? FileDescriptor.open(
        path, .readOnly, options: [.noFollow, .nonBlocking, .closeOnExec])
    else { return nil }
    defer { try? file.close() }
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    var count: UInt64 = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      guard let read = try? file.read(into: buffer) else { return nil }
      if read == 0 { break }
      for byte in buffer[..<read] { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
      count += UInt64(read)
    }
    return digest ^ count
  }
}
