import TypeDetection
import TypeGraph

/// One registry as a type sees it: an image and the view its questions are answered from.
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

  /// The type of an identifier that the view describes.
  func describedType(_ identifier: TypeIdentifier) -> TypeIndex? {
    image.type(identifier: identifier).flatMap { image.isDescribed($0, in: view) ? $0 : nil }
  }

  /// A detector that keeps to limits.
  func detector(_ limits: DetectionLimits) -> TypeDetector {
    limits == detector.limits ? detector : TypeDetector(image: image, limits: limits)
  }
}
