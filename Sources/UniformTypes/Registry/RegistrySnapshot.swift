import UTITypeDetection
import UTITypeGraph

/// An image with a view: one registry as a type refers to it.
@usableFromInline
// Unchecked as its base class is; this class adds constants of Sendable types.
final class RegistrySnapshot: TypeOwner, @unchecked Sendable {
  let image: RegistryImage
  let view: GraphView
  /// The relation of the types in the view; a part of the image.
  let conformance: Conformance
  /// The detector with the default limits.
  let detector: TypeDetector
  let configuration: RegistryConfiguration
  /// The MIME names of the types by ``UTType/canonicalMIMEType`` and by ``UTType/preferredMIMEType``.
  let canonicalMIMETypes: TypeTexts
  let preferredMIMETypes: TypeTexts
  /// The findings of loading that the image does not contain: files that could not be read.
  let loadingDiagnostics: [DeclarationDiagnostic]

  init(
    image: RegistryImage, view: GraphView, configuration: RegistryConfiguration,
    loadingDiagnostics: [DeclarationDiagnostic]
  ) {
    self.image = image
    self.view = view
    conformance = image.conformance(in: view)
    detector = TypeDetector(image: image)
    canonicalMIMETypes = TypeTexts(count: image.typeCount)
    preferredMIMETypes = TypeTexts(count: image.typeCount)
    self.configuration = configuration
    self.loadingDiagnostics = loadingDiagnostics
  }

  /// Returns another snapshot of the same registry with separate reference counts.
  func copy() -> RegistrySnapshot {
    RegistrySnapshot(
      image: image, view: view, configuration: configuration,
      loadingDiagnostics: loadingDiagnostics)
  }

  /// Returns a copy that also has a separate object for the image, with the same bytes.
  func copyWithImage() -> RegistrySnapshot {
    RegistrySnapshot(
      image: (try? RegistryImage(image.storage)) ?? image, view: view,
      configuration: configuration, loadingDiagnostics: loadingDiagnostics)
  }

  /// Returns the MIME type that a server sends for a type.
  func canonicalMIMEType(of type: TypeIndex) -> String? {
    canonicalMIMETypes.text(of: type) { image.nearestMIMEName(of: type, in: view) }
  }

  /// Returns the type of an identifier that the view describes.
  func describedType(_ identifier: TypeIdentifier) -> TypeIndex? {
    image.type(identifier: identifier).flatMap { image.isDescribed($0, in: view) ? $0 : nil }
  }

  /// Returns a detector with the given limits.
  func detector(_ limits: DetectionLimits) -> TypeDetector {
    limits == detector.limits ? detector : TypeDetector(image: image, limits: limits)
  }

  /// Returns a verdict that names its types in this registry.
  func owning(_ verdict: consuming Verdict) -> Verdict {
    verdict.registry = self
    return verdict
  }

  /// Calls a body with a detector with the given limits.
  ///
  /// Threads that use one registry share its detector, and each counted reference to it would make
  /// them wait for each other. The snapshot keeps the detector alive and lends it without counting.
  func withDetector(
    _ limits: DetectionLimits, _ body: (TypeDetector) throws(DetectionError) -> Verdict
  ) throws(DetectionError) -> Verdict {
    guard limits == detector.limits else {
      return owning(try body(TypeDetector(image: image, limits: limits)))
    }
    return owning(
      try Unmanaged.passUnretained(detector)._withUnsafeGuaranteedRef { detector in
        Result { () throws(DetectionError) in try body(detector) }
      }.get())
  }
}

/// The owner of a type's data.
///
/// The two kinds have one base class, so that a type is a reference and a number. Only its final
/// subclasses have instances, and these have constants of Sendable types only.
@usableFromInline
// Unchecked because a class that can be subclassed cannot be checked.
class TypeOwner: @unchecked Sendable {}
