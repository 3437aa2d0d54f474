internal import Glibc

extension UnsafeRawBufferPointer {
  /// Whether both have the same bytes.
  @inline(__always)
  func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let other = other.baseAddress else { return true }
    return memcmp(start, other, count) == 0
  }
}

/// Texts as bytes. The C library compares eight and more at a time, which counts where a hundred
/// thousand names are sorted.
extension String {
  /// Calls a body with the UTF-8 of the text.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Whether two texts have the same bytes.
  func hasBytes(of other: String) -> Bool {
    withBytes { left in
      other.withBytes { right in
        left.hasBytes(of: right)
      }
    }
  }

  /// Whether the bytes of a text come before those of another.
  func bytesPrecede(_ other: String) -> Bool {
    withBytes { left in
      other.withBytes { right in
        let count = min(left.count, right.count)
        guard count > 0, let start = left.baseAddress, let other = right.baseAddress else {
          return left.count < right.count
        }
        let order = memcmp(start, other, count)
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }
}
