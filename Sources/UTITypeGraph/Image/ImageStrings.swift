/// The string section: each string is its length in bytes, as a 32-bit word, and its UTF-8.
///
/// Offset 0 is the empty string, and so is every offset whose string would leave the section.
struct ImageStrings: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let bytes: UnsafeRawBufferPointer
  /// The image that holds the strings keeps the storage alive.
  private let storage: Unmanaged<ImageStorage>

  /// The greatest usual length of a string in bytes.
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

  /// Returns the range of the bytes of a string; nil when it would leave the section.
  @inline(__always)
  private func range(at offset: UInt32) -> Range<Int>? {
    let start = Int(offset) &+ 4
    guard start <= bytes.count else { return nil }
    let length = Int(bytes.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self))
    guard length <= bytes.count &- start else { return nil }
    return start..<start &+ length
  }

  /// Returns the string, with ill-formed UTF-8 replaced; empty when it is longer than usual and the
  /// image is damaged.
  ///
  /// The bytes are copied before they are checked: another process that writes to a mapped file
  /// between a check and a copy could make the string invalid.
  func string(at offset: UInt32) -> String {
    let bytes = utf8(at: offset)
    guard bytes.count <= Self.usualSize || storage._withUnsafeGuaranteedRef({ $0.isSound }) else {
      return ""
    }
    return String(unsafeUninitializedCapacity: bytes.count) { buffer in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// Returns true if the offset is 0 or its string is inside the section.
  func isValid(_ offset: UInt32) -> Bool {
    offset == 0 || range(at: offset) != nil
  }
}
