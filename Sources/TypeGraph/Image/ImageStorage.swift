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

  /// Copies bytes.
  package convenience init(copying array: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(array.count, 1), alignment: 8)
    copy.copyBytes(from: array)
    self.init(unsafeBytes: UnsafeRawBufferPointer(rebasing: copy[..<array.count])) { bytes in
      bytes.baseAddress?.deallocate()
    }
  }

  deinit {
    release(bytes)
  }
}
