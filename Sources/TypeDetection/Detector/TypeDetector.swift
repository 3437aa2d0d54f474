internal import Synchronization
package import TypeGraph

/// Finds out what type something is: by its name, by its bytes, or by both.
///
/// The order is that of the shared-mime-info specification: an explicit type, the kind of
/// file-system object, the name, the bytes where the name leaves doubt, what lies inside a
/// container. The detector keeps no state but what it has looked up, and can be used from any number of
/// threads at once.
package final class TypeDetector: Sendable {
  let image: RegistryImage
  package let limits: DetectionLimits
  let magic: MagicProgram
  let known: KnownTypes
  private let merged: Conformance
  private let freedesktop: Conformance
  private let lookedUpLanguages = AtomicLazyReference<LanguageTypes>()

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
    merged = image.conformance(in: .merged)
    freedesktop = image.conformance(in: .freedesktop)
  }

  /// The types of the languages that a text may be written in.
  var languageTypes: LanguageTypes {
    lookedUpLanguages.load() ?? lookedUpLanguages.storeIfNil(LanguageTypes(of: self))
  }

  /// Whether a type is another or a kind of it.
  ///
  /// Of types that shared-mime-info describes its own word counts too, which calls what is stored in a
  /// format a kind of that format.
  func refines(_ type: TypeIndex, _ other: TypeIndex) -> Bool {
    if type == other || merged.holds(type, other) { return true }
    return image.isDescribed(type, in: .freedesktop) && image.isDescribed(other, in: .freedesktop)
      && freedesktop.holds(type, other)
  }

  /// Whether a type is another or a kind of it, in the merged view alone.
  func isKind(_ type: TypeIndex, of other: TypeIndex) -> Bool {
    type == other || merged.holds(type, other)
  }
}

/// The types that detection asks about again and again, looked up once; nil where the registry does
/// not have one.
struct KnownTypes: Sendable {
  let data, text, sourceCode, package, directory: TypeIndex?
  let bytes, plainText, document: TypeIndex?

  init(_ image: RegistryImage) {
    data = image.type(identifier: .data)
    text = image.type(identifier: .text)
    sourceCode = image.type(identifier: .sourceCode)
    package = image.type(identifier: .package)
    directory = image.type(identifier: .directory)
    bytes = image.type(anyMIMEName: TypeDetector.unknownMIMEType)
    plainText = image.type(anyMIMEName: "text/plain")
    document = image.type(anyMIMEName: "application/xml")
  }
}
