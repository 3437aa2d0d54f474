/// The bytes of an image and who keeps them alive.
///
/// The bytes never change once the storage exists, which is what makes sharing them between threads
/// safe: they lie in static memory, in a private read-only mapping, or in an array that only this
/// object holds.
package final class ImageStorage: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer
  private let release: (UnsafeRawBufferPointer) -> Void

  /// Takes over bytes that stay valid and unchanged until `release` is called.
  ///
  /// - Parameters:
  ///   - bytes: the bytes, aligned to four bytes.
  ///   - release: called once, when nothing uses the bytes any more.
  package init(
    unsafeBytes bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.release = release
  }

  /// Keeps bytes of its own.
  ///
  /// - Parameters:
  ///   - size: the number of bytes.
  ///   - write: writes all of them.
  convenience init(size: Int, writtenBy write: (UnsafeMutableRawBufferPointer) -> Void) {
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
