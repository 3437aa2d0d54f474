package import SystemPackage

/// The digest of contents that arrive in portions.
package struct ContentDigest {
  private var hash = StableHash()
  private var count: UInt64 = 0

  package init() {}

  /// - Complexity: O(*n*) time for *n* bytes, and constant memory.
  package init(of file: FileDescriptor) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var filled = buffer.count
    while filled == buffer.count {
      filled = 0
      while filled < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
        let count = try file.read(into: rest)
        if count == 0 { break }
        filled += count
      }
      add(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
    }
  }

  /// The size is a multiple of sixteen, except for the last portion.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    hash.combine(words: bytes)
    count += UInt64(bytes.count)
  }

  package var value: UInt64 {
    var hash = hash
    hash.combine(count)
    return hash.value
  }
}
