internal import Synchronization

/// The purpose identifier of a coordinator, and whether other coordinators can have the same one.
///
/// A purpose that was neither read nor set is unique, so no search for others is needed.
final class AccessPurpose: Sendable {
  private let values = Mutex((identifier: AccessPurpose.random, isKnown: false))

  /// A random identifier for each coordinator; Foundation would open a device for it.
  private static var random: String {
    var generator = SystemRandomNumberGenerator()
    let (first, second) = (generator.next(), generator.next())
    return "\(String(first, radix: 16))-\(String(second, radix: 16))"
  }

  /// The identifier; a caller that reads or sets it may give it to other coordinators.
  var identifier: String {
    get {
      values.withLock { values in
        values.isKnown = true
        return values.identifier
      }
    }
    set { values.withLock { $0 = (newValue, true) } }
  }

  /// The identifier without a read by the caller, and whether other coordinators may have it.
  var current: (identifier: String, isKnown: Bool) { values.withLock { $0 } }
}
