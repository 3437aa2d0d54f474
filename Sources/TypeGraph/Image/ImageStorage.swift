internal import Synchronization

/// The bytes of an image and who keeps them alive.
///
/// Nothing in the process changes the bytes once the storage exists, which is what makes sharing them
/// between threads safe: they lie in static memory, in a read-only mapping, or in memory that only
/// this object holds. The file behind a mapping may be written into by others; so what a check has
/// found is never read a second time.
package final class ImageStorage: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer
  private let release: (UnsafeRawBufferPointer) -> Void
  private let isCut: @Sendable (UnsafeRawBufferPointer) -> Bool

  /// Takes over bytes that stay valid and unchanged until `release` is called.
  ///
  /// - Parameters:
  ///   - bytes: the bytes, aligned to four bytes.
  ///   - isCut: whether bytes have been lost and read as zeros; only files that are mapped lose any.
  ///   - release: called once, when nothing uses the bytes any more.
  package init(
    unsafeBytes bytes: UnsafeRawBufferPointer,
    isCut: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool = { _ in false },
    release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.isCut = isCut
    self.release = release
  }

  /// Whether the file behind the bytes has been cut short, so that zeros stand for what is gone.
  package var hasLostBytes: Bool { isCut(bytes) }

  /// Whether the checksum of the image is that of its bytes, when that has been found out.
  private let soundness = Atomic<UInt8>(Soundness.unknown.rawValue)

  private enum Soundness: UInt8 { case unknown, sound, damaged }

  /// Whether the bytes are those that the builder wrote, by their checksum.
  ///
  /// Nobody asks but who finds something that an image hardly ever has; what is found then is either
  /// true or damage, which would keep a reader busy for as long as there are bytes.
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

  /// Keeps bytes of its own.
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

  /// Copies bytes.
  package convenience init(copying array: [UInt8]) {
    self.init(size: array.count) { $0.copyBytes(from: array) }
  }

  deinit {
    release(bytes)
  }
}
