import CBaseRegistry
package import TypeGraph

/// The registry that comes with the package, embedded in the program and used in place.
package enum BaseRegistry {
  /// The embedded image.
  ///
  /// - Throws: `ImageError` when the embedded bytes have another format than this program reads,
  ///   which only happens between a change of the format and the next `make registry`.
  package static func image() throws(ImageError) -> RegistryImage {
    let bytes = UnsafeRawBufferPointer(
      start: uti_base_registry(), count: uti_base_registry_size())
    return try RegistryImage(ImageStorage(unsafeBytes: bytes) { _ in })
  }
}
