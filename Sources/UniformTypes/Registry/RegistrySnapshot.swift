import CUTIBaseRegistry
import UTITypeDetection
package import UTITypeGraph

/// An image with a view: one registry as a type refers to it.
@usableFromInline
// Unchecked as its base class is; this class adds constants of Sendable types.
final class RegistrySnapshot: TypeOwner, @unchecked Sendable {
  let image: RegistryImage
  let view: GraphView
  /// The relation in the view; a part of the image.
  let conformance: Conformance
  /// The detector has the default limits.
  let detector: TypeDetector
  let configuration: RegistryConfiguration
  /// The texts of ``UTType/canonicalMIMEType`` and of ``UTType/preferredMIMEType``.
  let canonicalMIMETypes: TypeTexts
  let preferredMIMETypes: TypeTexts
  /// Files that could not be read, which the image does not contain.
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

  /// The copy has separate reference counts.
  func copy() -> RegistrySnapshot {
    RegistrySnapshot(
      image: image, view: view, configuration: configuration,
      loadingDiagnostics: loadingDiagnostics)
  }

  /// Also with a separate object for the image, with the same bytes.
  func copyWithImage() -> RegistrySnapshot {
    RegistrySnapshot(
      image: (try? RegistryImage(image.storage)) ?? image, view: view,
      configuration: configuration, loadingDiagnostics: loadingDiagnostics)
  }

  /// The MIME type that a server sends.
  func canonicalMIMEType(of type: TypeIndex) -> String? {
    canonicalMIMETypes.text(of: type) { image.nearestMIMEName(of: type, in: view) }
  }

  func describedType(_ identifier: TypeIdentifier) -> TypeIndex? {
    image.type(identifier: identifier).flatMap { image.isDescribed($0, in: view) ? $0 : nil }
  }

  func detector(_ limits: DetectionLimits) -> TypeDetector {
    limits == detector.limits ? detector : TypeDetector(image: image, limits: limits)
  }

  /// Names the types of the verdict in this registry.
  func owning(_ verdict: consuming Verdict) -> Verdict {
    verdict.registry = self
    return verdict
  }

  /// Lends the detector without counting references, at which threads would wait for each other.
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

/// The owner of a type's data: one base class, so that a type is a reference and a number.
///
/// Only its final subclasses have instances, and these have constants of Sendable types only.
@usableFromInline
// Unchecked because a class that can be subclassed cannot be checked.
class TypeOwner: @unchecked Sendable {}

/// The registry that comes with the package, embedded in the program and used in place.
package enum BaseRegistry {
  /// Throws only between a change of the format and the next `make registry`.
  package static func image() throws(ImageError) -> RegistryImage {
    let bytes = UnsafeRawBufferPointer(start: uti_base_registry(), count: uti_base_registry_size())
    return try RegistryImage(ImageStorage(unsafeBytes: bytes) { _ in })
  }

  /// The registry of the package alone.
  static let snapshot: RegistrySnapshot = {
    let (image, findings) = load()
    var configuration = RegistryConfiguration()
    #if Declarations
    configuration.includesInstalledDeclarations = false
    configuration.usesCache = false
    #endif
    return RegistrySnapshot(
      image: image, view: .merged, configuration: configuration, loadingDiagnostics: findings)
  }()

  /// An empty image and the error if the embedded one cannot be read.
  static func load() -> (image: RegistryImage, findings: [DeclarationDiagnostic]) {
    do throws(ImageError) {
      return (try image(), [])
    } catch {
      let finding = DeclarationDiagnostic(
        .error, rule: "unreadable-base", file: "base.registry", position: .none,
        message: "the registry inside this program cannot be read: \(error)",
        remedy: "build the program again")
      return (empty, [finding])
    }
  }

  private static var empty: RegistryImage {
    do {
      return try RegistryBuilder().image()
    } catch {
      preconditionFailure("an image of nothing cannot be made: \(error)")
    }
  }
}
