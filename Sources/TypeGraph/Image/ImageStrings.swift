/// The string section: each string is its length in bytes, as a 32-bit word, and its UTF-8.
///
/// Offset 0 is the empty string, and so is every offset that does not lead to a string inside the
/// section.
struct ImageStrings: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  /// The bytes of a string, valid as long as the image.
  @inline(__always)
  func utf8(at offset: UInt32) -> UnsafeRawBufferPointer {
    let start = Int(offset) &+ 4
    guard offset != 0, start <= bytes.count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let length = Int(bytes.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self))
    guard length <= bytes.count &- start else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start &+ length])
  }

  /// The string, with ill-formed UTF-8 replaced.
  func string(at offset: UInt32) -> String {
    String(decoding: utf8(at: offset), as: UTF8.self)
  }

  /// Whether a string is at the offset, or the offset is 0.
  func isValid(_ offset: UInt32) -> Bool {
    guard offset != 0 else { return true }
    let start = Int(offset) + 4
    guard start <= bytes.count else { return false }
    let length = Int(bytes.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self))
    return length <= bytes.count - start
  }
}
