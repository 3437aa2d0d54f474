#if Declarations
import UTITypeGraph
import UTIPlatform

extension ImageStorage {
  /// Keeps the file.
  convenience init(_ file: FileImage) {
    self.init(unsafeBytes: file.bytes, release: { _ in extendLifetime(file) })
  }
}
#endif
