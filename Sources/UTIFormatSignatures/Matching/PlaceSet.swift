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

  func union(_ other: PlaceSet) -> PlaceSet {
    var result = PlaceSet()
    for range in (ranges + other.ranges).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      result.append(range)
    }
    return result
  }

  /// The first place in both.
  func first(in other: PlaceSet) -> Int? {
    for range in ranges {
      for candidate in other.ranges where candidate.overlaps(range) {
        return max(candidate.lowerBound, range.lowerBound)
      }
    }
    return nil
  }
}
