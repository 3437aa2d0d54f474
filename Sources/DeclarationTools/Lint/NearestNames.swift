internal import Synchronization
internal import UTIPlatform

/// Finds what misspelt names were meant to be, a limited number of times.
///
/// Each search compares a name with all others of about its length, and a hostile file has a misspelt
/// name in every line.
final class NearestNames: Sendable {
  /// The names that all searches together look at: a hundred searches among those of a large database.
  static let greatestStepCount = 500_000

  private let candidates: @Sendable () -> [String]
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    /// What is searched; nil before the first search, without which nothing is gathered.
    var names: [String]?
    var found: [String: String?] = [:]
  }

  /// - Parameters:
  ///   - candidates: gives the names that may have been meant; asked when the first is looked for.
  ///   - limit: the searches that may be made, if there are few names to look at.
  init(limit: Int, _ candidates: @escaping @Sendable () -> [String]) {
    self.candidates = candidates
    self.limit = limit
  }

  /// The candidate that was probably meant; nil when none is near, or after too many searches.
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
