internal import Synchronization

/// The bytes of an image and their owner.
///
/// Nothing in the process changes the bytes once the storage exists, so that threads can share
/// them: they are in static memory, in a read-only mapping, or in memory that only this object
/// owns. Other processes may write to the mapped file, so a checked value is never read a
/// second time.
package final class ImageStorage: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer
  private let release: (UnsafeRawBufferPointer) -> Void

  /// Takes over bytes that stay valid and unchanged until `release` is called.
  ///
  /// - Parameters:
  ///   - bytes: the bytes, aligned to four bytes.
  ///   - release: called once, when the bytes are no longer used.
  package init(
    unsafeBytes bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.release = release
  }

  /// The cached result of the comparison of the checksum.
  private let soundness = Atomic<UInt8>(Soundness.unknown.rawValue)

  private enum Soundness: UInt8 { case unknown, sound, damaged }

  /// True if the bytes match the checksum that the builder wrote.
  ///
  /// A reader asks only when it finds a value that an image hardly ever has: the value is then
  /// valid or damage, and damage could keep the reader busy for as long as there are bytes.
  ///
  /// - Complexity: O(*n*) in the number of bytes, once.
  var isSound: Bool {
    let known = soundness.load(ordering: .relaxed)
    if known != Soundness.unknown.rawValue { return known == Soundness.sound.rawValue }
    let isSound = ImageHeader.checksum(of: bytes) == ImageHeader.statedChecksum(of: bytes)
    soundness.store(
      isSound ? Soundness.sound.rawValue : Soundness.damaged.rawValue, ordering: .relaxed)
    return isSound
  }

  /// Creates a storage that owns its bytes.
  ///
  /// - Parameters:
  ///   - size: the number of bytes.
  ///   - write: writes all of them.
  package convenience init(size: Int, writtenBy write: (UnsafeMutableRawBufferPointer) -> Void) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 8)
    write(UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
    self.init(unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<size])) { bytes in
      bytes.baseAddress?.deallocate()
    }
  }

  /// Creates a storage with a copy of bytes.
  package convenience init(copying array: [UInt8]) {
    self.init(size: array.count) { $0.copyBytes(from: array) }
  }

  deinit {
    release(bytes)
  }
}
