public import Foundation

/// What an ``NSDocument`` is besides: an object.
///
/// NSObject's `init()` belongs to no actor, and an initializer of the main actor, which the properties
/// of document classes need, cannot override it. It ends here, so that the one of ``NSDocument`` is a
/// new one.
@preconcurrency @MainActor open class NSDocumentObject: NSObject {
  /// Makes an object; for ``NSDocument`` only.
  public nonisolated init(ofNoActor: Void) { super.init() }
}
