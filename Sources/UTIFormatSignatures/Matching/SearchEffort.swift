/// The work that a search has done, and that it may do.
///
/// A step is a place that is looked at, or a range of places that is kept.
struct SearchEffort {
  private let greatestSteps: Int
  private(set) var steps = 0
  /// The ranges of places that are kept for the sequence.
  private(set) var places = 0
  private(set) var mostPlaces = 0
  private(set) var isExceeded = false

  init(_ bytes: SearchedBytes) {
    let count = bytes.isWhole ? bytes.head.count : bytes.head.count + bytes.tail.count
    greatestSteps = SearchLimits.stepsPerByte * count + SearchLimits.leastSteps
  }

  /// Returns false if the search has to end.
  mutating func spend(_ count: Int) -> Bool {
    steps += count
    if steps > greatestSteps { isExceeded = true }
    return !isExceeded
  }

  /// Returns false if the search has to end.
  mutating func keep(_ count: Int) -> Bool {
    places += count
    mostPlaces = max(mostPlaces, places)
    if places > SearchLimits.greatestPlaces { isExceeded = true }
    return spend(count)
  }

  /// Returns false if so many more ranges could not be kept.
  func canKeep(_ count: Int) -> Bool { places + count <= SearchLimits.greatestPlaces }

  mutating func forgetPlaces() { places = 0 }
}

/// The limits of the search for one signature in one file.
package enum SearchLimits {
  /// Steps for each byte that is searched, beyond ``leastSteps``.
  package static let stepsPerByte = 64
  package static let leastSteps = 1 << 16
  /// The ranges of places that are kept at once.
  package static let greatestPlaces = 1 << 18
}
