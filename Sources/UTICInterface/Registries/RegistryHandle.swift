import UTITypeGraph
import UniformTypes

/// An open registry: the object of a `utype_registry`.
final class RegistryHandle: HandleObject, Sendable {
  static var mark: UInt64 { 0x7574_7970_7265_6769 }

  let registry: TypeRegistry
  /// The texts of the declared types live as long as the handle.
  let identifiers: TypeTexts
  let mimeTypes: TypeTexts
  let extensions: TypeTexts

  init(_ registry: TypeRegistry) {
    self.registry = registry
    identifiers = TypeTexts(count: registry.placeCount)
    mimeTypes = TypeTexts(count: registry.placeCount)
    extensions = TypeTexts(count: registry.placeCount)
  }

  @inline(__always)
  func identifier(at place: TypeIndex) -> UnsafePointer<CChar>? {
    identifiers.text(at: place) { registry.type(at: place).identifier }
  }

  /// nil if neither the type nor a supertype has one.
  @inline(__always)
  func mimeType(at place: TypeIndex) -> UnsafePointer<CChar>? {
    mimeTypes.text(at: place) { registry.type(at: place).canonicalMIMEType }
  }
}
