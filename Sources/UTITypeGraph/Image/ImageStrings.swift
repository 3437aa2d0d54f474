/// The string section: each string is its length in bytes, as a 32-bit word, and its UTF-8.
///
/// Offset 0 is the empty string, and so is every offset whose string would leave the section.
struct ImageStrings: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let bytes: UnsafeRawBufferPointer
  /// The image that holds the strings keeps the storage alive.
  private let storage: Unmanaged<ImageStorage>

  private static let usualSize = 4096

  init(_ bytes: UnsafeRawBufferPointer, of storage: ImageStorage) {
    self.bytes = bytes
    self.storage = Unmanaged.passUnretained(storage)
  }

  /// Valid as long as the image.
  @inline(__always)
  func utf8(at offset: UInt32) -> UnsafeRawBufferPointer {
    guard offset != 0, let range = range(at: offset) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  /// Comparing the views of texts would take ten times as long.
  func isEqual(at offset: UInt32, to text: String) -> Bool {
    let stored = utf8(at: offset)
    var text = text
    return text.utf8.count == stored.count
      && text.withUTF8 { UnsafeRawBufferPointer($0).elementsEqual(stored) }
  }

  /// nil when it would leave the section.
  @inline(__always)
  private func range(at offset: UInt32) -> Range<Int>? {
    let start = Int(offset) &+ 4
    guard start <= bytes.count else { return nil }
    let length = Int(bytes.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self))
    guard length <= bytes.count &- start else { return nil }
    return start..<start &+ length
  }

  /// Replaces ill-formed UTF-8; empty if longer than usual in a damaged image.
  ///
  /// Bytes are copied before the check, because another process may write to a mapped file.
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

  /// True if it is 0 or the string is inside the section.
  func isValid(_ offset: UInt32) -> Bool {
    offset == 0 || range(at: offset) != nil
  }
}
