internal import Synchronization

/// Finds what misspelt names were meant to be, a limited number of times.
///
/// Each search compares a name with all others, and a hostile file has a misspelt name in every
/// line.
final class NearestNames: Sendable {
  private let candidates: [String]
  private let limit: Int
  private let found = Mutex<[String: String?]>([:])

  init(_ candidates: [String], limit: Int) {
    self.candidates = candidates
    self.limit = limit
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
