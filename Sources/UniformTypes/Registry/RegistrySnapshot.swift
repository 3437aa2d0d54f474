import TypeDetection
import TypeGraph

/// One registry as a type sees it: an image and the view its questions are answered from.
@usableFromInline
// Unchecked as its base class is; what it adds are constants of Sendable types.
final class RegistrySnapshot: TypeOwner, @unchecked Sendable {
  let image: RegistryImage
  let view: GraphView
  /// The relation of the types in the view; a part of the image.
  let conformance: Conformance
  /// Finds types with the limits that apply unless others are asked for.
  let detector: TypeDetector
  let configuration: RegistryConfiguration
  /// Findings of loading that the image does not keep: files that could not be read.
  let loadingDiagnostics: [Diagnostic]

  init(
    image: RegistryImage, view: GraphView, configuration: RegistryConfiguration,
    loadingDiagnostics: [Diagnostic]
  ) {
    self.image = image
    self.view = view
    conformance = image.conformance(in: view)
    detector = TypeDetector(image: image)
    self.configuration = configuration
    self.loadingDiagnostics = loadingDiagnostics
  }

  /// Another snapshot with the same answers, whose references are counted apart from this one's.
  func copy() -> RegistrySnapshot {
    RegistrySnapshot(
      image: image, view: view, configuration: configuration,
      loadingDiagnostics: loadingDiagnostics)
  }

  /// The same with another object for the image, too, which has the same bytes.
  func copyWithImage() -> RegistrySnapshot {
    RegistrySnapshot(
      image: (try? RegistryImage(image.storage)) ?? image, view: view,
      configuration: configuration, loadingDiagnostics: loadingDiagnostics)
  }

  /// The type of an identifier that the view describes.
  func describedType(_ identifier: TypeIdentifier) -> TypeIndex? {
    image.type(identifier: identifier).flatMap { image.isDescribed($0, in: view) ? $0 : nil }
  }

  /// A detector that keeps to limits.
  func detector(_ limits: DetectionLimits) -> TypeDetector {
    limits == detector.limits ? detector : TypeDetector(image: image, limits: limits)
  }

  /// Calls a body with a detector that keeps to limits.
  ///
  /// Threads that ask one registry share its detector; each reference to it that is counted makes
  /// them wait for each other, so the snapshot, which keeps it alive, lends it.
  func withDetector(
    _ limits: DetectionLimits, _ body: (TypeDetector) throws(DetectionError) -> Verdict
  ) throws(DetectionError) -> Verdict {
    guard limits == detector.limits else {
      return try body(TypeDetector(image: image, limits: limits))
    }
    return try Unmanaged.passUnretained(detector)._withUnsafeGuaranteedRef { detector in
      Result { () throws(DetectionError) in try body(detector) }
    }.get()
  }
}
