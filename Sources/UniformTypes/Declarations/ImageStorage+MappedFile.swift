#if Declarations
import TypeGraph
import UTIPlatform

extension ImageStorage {
  /// Makes a storage of a mapped file, which it keeps mapped.
  ///
  /// Bytes that the file has lost read as zeros, which every field of an image treats as "none".
  convenience init(_ file: MappedFile) {
    self.init(
      unsafeBytes: file.bytes, isCut: { _ in file.hasLostBytes },
      release: { _ in extendLifetime(file) })
  }
}
#endif
