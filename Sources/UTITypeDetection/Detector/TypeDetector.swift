internal import Synchronization
internal import UTIPortable
package import UTITypeGraph

/// Finds the type of an item by its name, by its bytes, or by both.
///
/// It collects evidence (`Evidence/`), weighs it (`Weighing/`) and creates a verdict from the
/// result. The detector stores only look-ups that do not change, and any number of threads can use
/// it at once.
package final class TypeDetector: Sendable {
  let registry: DetectionRegistry
  let magic: MagicProgram
  private let lookedUpLanguages = AtomicLazyReference<LanguageTypes>()

  /// Makes a detector.
  ///
  /// - Parameters:
  ///   - image: the registry whose types are answered.
  ///   - limits: how much work one answer may take.
  /// - Complexity: O(1).
  package init(image: RegistryImage, limits: DetectionLimits = DetectionLimits()) {
    registry = DetectionRegistry(image, limits: limits)
    magic = MagicProgram(image)
  }

  /// The registry whose types are answered.
  var image: RegistryImage { registry.image }

  /// The work that one answer may take.
  package var limits: DetectionLimits { registry.limits }

  /// The types of the languages that a text may be written in.
  var languageTypes: LanguageTypes {
    lookedUpLanguages.load() ?? lookedUpLanguages.storeIfNil(LanguageTypes(in: registry))
  }
}

extension TypeDetector {
  /// Returns the state of a detection without findings.
  func emptyState() -> DetectionState {
    DetectionState(registry)
  }

  /// The finding that nothing is known.
  ///
  /// An extension that no type declares still distinguishes such items from others.
  func unknown(on ground: EvidenceReference? = nil, in state: inout DetectionState) -> Finding {
    state.finding(
      registry.known.data, .none, .none, on: ground,
      called: state.names.unknownExtension.map {
        DetectionState.TypeNameOverride(undeclaredExtension: $0)
      })
  }

  /// The finding that the kind of an item decides the type; nil for a regular file.
  func finding(
    _ kind: FileKind, isMountPoint: Bool = false, in state: inout DetectionState
  ) -> Finding? {
    guard let known = kind.knownType(isMountPoint: isMountPoint) else { return nil }
    return state.finding(
      image.type(identifier: known.type), .kind, .inside,
      on: .stated(Evidence(.kind, .words("its kind, " + known.words), type: known.type)),
      called: DetectionState.TypeNameOverride(identifier: known.type, mimeType: known.mimeType))
  }
}
