/// Places between the bytes of a file, as ascending ranges that do not touch.
struct PlaceSet {
  private(set) var ranges: [ClosedRange<Int>] = []

  init() {}

  init(_ range: ClosedRange<Int>) { ranges = [range] }

  var isEmpty: Bool { ranges.isEmpty }

  /// The first place of the range is not before the first one of the last range.
  mutating func append(_ range: ClosedRange<Int>) {
    if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
      if range.upperBound > last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound...range.upperBound
      }
    } else {
      ranges.append(range)
    }
  }

  /// Removes all but the first place in the direction.
  mutating func keepNearest(_ direction: PatternMatcher.Direction) {
    guard let first = ranges.first, let last = ranges.last else { return }
    let place = direction == .forward ? first.lowerBound : last.upperBound
    ranges = [place...place]
  }

  /// - Complexity: O(*n*) in the number of all ranges.
  func union(_ other: PlaceSet) -> PlaceSet {
    if isEmpty { return other }
    var result = PlaceSet()
    var rest = other.ranges[...]
    for range in ranges {
      while let next = rest.first, next.lowerBound < range.lowerBound {
        result.append(next)
        rest.removeFirst()
      }
      result.append(range)
    }
    for range in rest { result.append(range) }
    return result
  }

  /// The first place in both.
  ///
  /// - Complexity: O(*n*) in the number of all ranges.
  func first(in other: PlaceSet) -> Int? {
    var candidates = other.ranges[...]
    for range in ranges {
      while let candidate = candidates.first, candidate.lowerBound <= range.upperBound {
        if candidate.overlaps(range) { return max(candidate.lowerBound, range.lowerBound) }
        candidates.removeFirst()
      }
    }
    return nil
  }
}
