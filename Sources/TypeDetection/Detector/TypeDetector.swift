package import TypeGraph

/// Finds out what type something is: by its name, by its bytes, or by both.
///
/// The order is that of the shared-mime-info specification: an explicit type, the kind of
/// file-system object, the name, the bytes where the name leaves doubt, what lies inside a
/// container. The detector keeps no state and can be used from any number of threads at once.
package final class TypeDetector: Sendable {
  let image: RegistryImage
  package let limits: DetectionLimits
  let magic: MagicProgram
  let known: KnownTypes

  /// Makes a detector.
  ///
  /// - Parameters:
  ///   - image: the registry whose types are answered.
  ///   - limits: how much work one answer may take.
  /// - Complexity: O(1).
  package init(image: RegistryImage, limits: DetectionLimits = DetectionLimits()) {
    self.image = image
    self.limits = limits
    magic = MagicProgram(image)
    known = KnownTypes(image)
  }
}

/// The types that detection asks about again and again, looked up once; nil where the registry does
/// not have one.
struct KnownTypes: Sendable {
  let data, text, package, directory: TypeIndex?
  let bytes, plainText: TypeIndex?

  init(_ image: RegistryImage) {
    data = image.type(identifier: .data)
    text = image.type(identifier: .text)
    package = image.type(identifier: .package)
    directory = image.type(identifier: .directory)
    bytes = image.type(anyMIMEName: TypeDetector.unknownMIMEType)
    plainText = image.type(anyMIMEName: "text/plain")
  }
}
