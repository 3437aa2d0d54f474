internal import Synchronization

/// A number that distinguishes documents without a name; it is free again when the object is
/// released.
final class UntitledNumber: Sendable {
  private static let taken = Mutex<Set<Int>>([])

  private let value: Int

  init() {
    value = Self.taken.withLock { taken in
      var number = 1
      while !taken.insert(number).inserted { number += 1 }
      return number
    }
  }

  deinit {
    _ = Self.taken.withLock { [value] in $0.remove(value) }
  }

  /// Returns a name with the number, unless it is the first.
  func name(_ name: String) -> String { value == 1 ? name : "\(name) \(value)" }
}
