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
    guard offset != 0, let range = range(at: offset) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  /// Where the bytes of a string lie; nil when they would lie outside the section.
  @inline(__always)
  private func range(at offset: UInt32) -> Range<Int>? {
    let start = Int(offset) &+ 4
    guard start <= bytes.count else { return nil }
    let length = Int(bytes.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self))
    guard length <= bytes.count &- start else { return nil }
    return start..<start &+ length
  }

  /// The string, with ill-formed UTF-8 replaced.
  func string(at offset: UInt32) -> String {
    String(decoding: utf8(at: offset), as: UTF8.self)
  }

  /// Whether a string is at the offset, or the offset is 0.
  func isValid(_ offset: UInt32) -> Bool {
    offset == 0 || range(at: offset) != nil
  }
}
