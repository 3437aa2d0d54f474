internal import Synchronization

/// What a coordinator is for, and whether anybody knows.
///
/// Purposes that nobody has asked for or set are nobody else's, which saves looking for others.
final class AccessPurpose: Sendable {
  private let values = Mutex((identifier: AccessPurpose.random, isKnown: false))

  /// A random identifier, for which Foundation would open a device: every coordinator has one.
  private static var random: String {
    var generator = SystemRandomNumberGenerator()
    let (first, second) = (generator.next(), generator.next())
    return "\(String(first, radix: 16))-\(String(second, radix: 16))"
  }

  /// The identifier; whoever reads or sets it may give it to others.
  var identifier: String {
    get {
      values.withLock { values in
        values.isKnown = true
        return values.identifier
      }
    }
    set { values.withLock { $0 = (newValue, true) } }
  }

  /// The identifier as it is, and whether others may have it.
  var current: (identifier: String, isKnown: Bool) { values.withLock { $0 } }
}
