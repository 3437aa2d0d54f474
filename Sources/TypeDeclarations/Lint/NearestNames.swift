internal import Synchronization

/// Finds what misspelt names were meant to be, a limited number of times.
///
/// Each search compares a name with all others of about its length, and a hostile file has a misspelt
/// name in every line.
final class NearestNames: Sendable {
  /// The names that all searches together look at: a hundred searches among those of a large database.
  static let greatestStepCount = 500_000

  private let candidates: [String]
  private let limit: Int
  private let found = Mutex<[String: String?]>([:])

  /// - Parameter limit: the searches that may be made, if there are few names to look at.
  init(_ candidates: [String], limit: Int) {
    self.candidates = candidates
    self.limit = min(limit, Self.greatestStepCount / max(candidates.count, 1))
  }

  /// The candidate that was probably meant; nil when none is near, or after too many searches.
  func nearest(to name: String) -> String? {
    found.withLock { found in
      if let known = found[name] { return known }
      guard found.count < limit else { return nil }
      let nearest = EditDistance.nearest(to: name, among: candidates)
      found[name] = .some(nearest)
      return nearest
    }
  }
}
