internal import Synchronization

/// The bytes of an image and their owner.
///
/// This process never changes the bytes, so threads can share them. Other processes may write to a
/// mapped file, so a checked value is never read a second time.
package final class ImageStorage: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer
  private let release: (UnsafeRawBufferPointer) -> Void

  /// The bytes, aligned to four, stay valid and unchanged until `release` is called, once.
  package init(
    unsafeBytes bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.release = release
  }

  private let soundness = Atomic<UInt8>(Soundness.unknown.rawValue)

  private enum Soundness: UInt8 { case unknown, sound, damaged }

  /// True if the bytes match the builder's checksum; O(*n*) in the bytes, once.
  ///
  /// Readers ask only about values that images hardly ever have, since damage could keep them busy.
  package var isSound: Bool {
    let known = soundness.load(ordering: .relaxed)
    if known != Soundness.unknown.rawValue { return known == Soundness.sound.rawValue }
    let isSound = ImageHeader.checksum(of: bytes) == ImageHeader.statedChecksum(of: bytes)
    soundness.store(
      isSound ? Soundness.sound.rawValue : Soundness.damaged.rawValue, ordering: .relaxed)
    return isSound
  }

  /// The closure writes all bytes.
  package convenience init(size: Int, writtenBy write: (UnsafeMutableRawBufferPointer) -> Void) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 8)
    write(UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
    self.init(unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<size])) { bytes in
      bytes.baseAddress?.deallocate()
    }
  }

  package convenience init(copying array: [UInt8]) {
    self.init(size: array.count) { $0.copyBytes(from: array) }
  }

  deinit {
    release(bytes)
  }
}
