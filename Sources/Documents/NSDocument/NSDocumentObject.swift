public import Foundation

/// The superclass of ``NSDocument``.
///
/// NSObject's `init()` belongs to no actor, and an initializer of the main actor, which the
/// properties of document classes need, cannot override it. This class does not inherit it, so that
/// ``NSDocument`` can declare its own.
@preconcurrency @MainActor open class NSDocumentObject: NSObject {
  /// Creates an object; for ``NSDocument`` only.
  public nonisolated init(ofNoActor: Void) { super.init() }
}
