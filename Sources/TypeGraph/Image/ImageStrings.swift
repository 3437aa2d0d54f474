/// The string section: each string is its length in bytes, as a 32-bit word, and its UTF-8.
///
/// Offset 0 is the empty string, and so is every offset that does not lead to a string inside the
/// section.
struct ImageStrings: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let bytes: UnsafeRawBufferPointer
  /// The storage is kept alive by the image that holds the strings.
  private let storage: Unmanaged<ImageStorage>

  /// Strings are hardly ever longer, in bytes.
  private static let usualSize = 4096

  init(_ bytes: UnsafeRawBufferPointer, of storage: ImageStorage) {
    self.bytes = bytes
    self.storage = Unmanaged.passUnretained(storage)
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

  /// The string, with ill-formed UTF-8 replaced; empty when it is longer than usual, and the image is
  /// damaged.
  ///
  /// It is copied first and checked then: who writes into a mapped file between a check and a copy
  /// would make a string that is none.
  func string(at offset: UInt32) -> String {
    let bytes = utf8(at: offset)
    guard bytes.count <= Self.usualSize || storage._withUnsafeGuaranteedRef(\.isSound) else {
      return ""
    }
    return String(unsafeUninitializedCapacity: bytes.count) { buffer in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// Whether a string is at the offset, or the offset is 0.
  func isValid(_ offset: UInt32) -> Bool {
    offset == 0 || range(at: offset) != nil
  }
}
