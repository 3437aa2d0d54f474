internal import Synchronization
internal import UTIPlatform

/// A search for the intended spelling of misspelt names, with a limit.
///
/// Each search compares a name with all others of about its length, and a hostile file has a
/// misspelt name in every line.
final class NearestNames: Sendable {
  /// The limit of comparisons of all searches together: a hundred searches in a large database.
  static let greatestStepCount = 500_000

  private let candidates: @Sendable () -> [String]
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    /// The names to search; nil before the first search, which collects them.
    var names: [String]?
    var found: [String: String?] = [:]
  }

  /// - Parameters:
  ///   - candidates: returns the possible names; called by the first search.
  ///   - limit: the greatest number of searches among few names.
  init(limit: Int, _ candidates: @escaping @Sendable () -> [String]) {
    self.candidates = candidates
    self.limit = limit
  }

  /// Returns the probable candidate; nil when none is near, or after too many searches.
  func nearest(to name: String) -> String? {
    state.withLock { state in
      if let known = state.found[name] { return known }
      let names = state.names ?? candidates()
      state.names = names
      guard state.found.count < min(limit, Self.greatestStepCount / max(names.count, 1)) else {
        return nil
      }
      let nearest = EditDistance.nearest(to: name, among: names)
      state.found[name] = .some(nearest)
      return nearest
    }
  }
}
