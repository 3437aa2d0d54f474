#if Declarations
import UTITypeGraph
import UTIPlatform

extension ImageStorage {
  /// Makes a storage of a file in memory, which it keeps.
  convenience init(_ file: FileImage) {
    self.init(unsafeBytes: file.bytes, release: { _ in extendLifetime(file) })
  }
}
#endif
