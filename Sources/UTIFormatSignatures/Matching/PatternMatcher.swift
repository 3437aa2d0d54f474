internal import CUTIByteSearch

/// A search for a pattern that keeps all places that its elements can lead to.
///
/// Each element is applied once to all places, so that no pattern is tried again. Before a gap
/// without end only the nearest place is kept, because the gap leads from it to all places that it
/// leads to from the others.
struct PatternMatcher {
  enum Direction {
    case forward
    case backward
  }

  let bytes: UnsafeRawBufferPointer
  /// The bytes are all of the file.
  let isWhole: Bool
  /// A gap was cut at the end of the bytes, so that a longer search could find more.
  private(set) var isCut = false
  private(set) var effort: SearchEffort

  init(_ bytes: UnsafeRawBufferPointer, isWhole: Bool, effort: SearchEffort) {
    self.bytes = bytes
    self.isWhole = isWhole
    self.effort = effort
    self.effort.forgetPlaces()
  }

  /// The places after each element, in their order for the direction.
  ///
  /// nil if the pattern does not match, or the effort is exceeded.
  mutating func trace(
    _ elements: [PatternElement], from start: PlaceSet, _ direction: Direction
  ) -> [PlaceSet]? {
    var result = [start]
    for index in elements.indices {
      let next = places(
        beyond: elements[index], from: result[index], direction,
        onlyNearest: elements.isNearestSufficient(after: index))
      guard !next.isEmpty, effort.keep(next.ranges.count) else { return nil }
      result.append(next)
    }
    return result
  }

  /// The places at the end of all elements.
  private mutating func places(
    beyond elements: [PatternElement], from start: PlaceSet, _ direction: Direction,
    onlyNearest: Bool
  ) -> PlaceSet {
    var places = start
    for index in elements.indices where !places.isEmpty {
      let isLast = index == elements.count - 1
      places = self.places(
        beyond: elements[index], from: places, direction,
        onlyNearest: isLast ? onlyNearest : elements.isNearestSufficient(after: index))
    }
    return places
  }

  /// The nearest place is the first one in the direction.
  mutating func places(
    beyond element: PatternElement, from places: PlaceSet, _ direction: Direction,
    onlyNearest: Bool = false
  ) -> PlaceSet {
    let bytes = bytes
    var result: PlaceSet
    switch element {
    case .bytes(let value):
      result = found(width: value.count, from: places, direction, onlyNearest) { first, last in
        bytes.firstPlace(of: value, first, last)
      }
    case .byte(let set):
      result = found(width: 1, from: places, direction, onlyNearest) { first, last in
        (first...last).first { set.contains(bytes[$0]) }
      }
    case .range(let value):
      result = found(width: value.first.count, from: places, direction, onlyNearest) {
        first, last in
        (first...last).first { bytes.contains(value, at: $0) }
      }
    case .gap(let least, let greatest): result = gap(least, greatest, from: places, direction)
    case .choice(let alternatives):
      result = PlaceSet()
      for elements in alternatives {
        let ordered = direction == .forward ? elements : elements.reversed()
        result = result.union(
          self.places(beyond: ordered, from: places, direction, onlyNearest: onlyNearest))
        guard effort.spend(result.ranges.count) else { return PlaceSet() }
      }
    }
    if onlyNearest { result.keepNearest(direction) }
    return effort.isExceeded ? PlaceSet() : result
  }

  /// The search returns the first beginning of a value from the first to the last place.
  private mutating func found(
    width: Int, from places: PlaceSet, _ direction: Direction, _ onlyNearest: Bool,
    search: (_ first: Int, _ last: Int) -> Int?
  ) -> PlaceSet {
    var result = PlaceSet()
    let shift = direction == .forward ? 0 : width
    let lastBeginning = bytes.count - width
    func beginnings(_ range: ClosedRange<Int>) -> ClosedRange<Int>? {
      let first = max(range.lowerBound - shift, 0)
      let last = min(range.upperBound - shift, lastBeginning)
      return first <= last ? first...last : nil
    }
    if onlyNearest {
      for index in places.ranges.indices {
        let number = direction == .forward ? index : places.ranges.count - 1 - index
        guard effort.spend(1), let range = beginnings(places.ranges[number]) else { continue }
        let place =
          direction == .forward
          ? search(range.lowerBound, range.upperBound) : last(in: range, search)
        let looked =
          direction == .forward
          ? (place ?? range.upperBound) - range.lowerBound
          : range.upperBound - (place ?? range.lowerBound)
        guard effort.spend(looked) else { break }
        if let place { return PlaceSet(place + width - shift...place + width - shift) }
      }
      return result
    }
    for places in places.ranges {
      guard let range = beginnings(places) else { continue }
      guard effort.spend(range.count) else { break }
      var next = range.lowerBound
      while next <= range.upperBound, let place = search(next, range.upperBound) {
        let end = place + width - shift
        result.append(end...end)
        next = place + 1
      }
      guard effort.canKeep(result.ranges.count) else { break }
    }
    return result
  }

  /// The last beginning of a value, by a search of ever longer parts from the end.
  private func last(
    in range: ClosedRange<Int>, _ search: (_ first: Int, _ last: Int) -> Int?
  ) -> Int? {
    var upper = range.upperBound
    var length = 64
    while upper >= range.lowerBound {
      let lower = max(range.lowerBound, upper - length + 1)
      var result: Int?
      var next = lower
      while next <= upper, let place = search(next, upper) {
        result = place
        next = place + 1
      }
      if let result { return result }
      upper = lower - 1
      length *= 2
    }
    return nil
  }

  private mutating func gap(
    _ least: Int, _ greatest: Int?, from places: PlaceSet, _ direction: Direction
  ) -> PlaceSet {
    var result = PlaceSet()
    guard effort.spend(places.ranges.count) else { return result }
    for range in places.ranges {
      let (first, last) =
        direction == .forward
        ? (range.lowerBound + least, greatest.map { range.upperBound + $0 } ?? bytes.count)
        : (greatest.map { range.lowerBound - $0 } ?? 0, range.upperBound - least)
      if !isWhole, greatest == nil || first < 0 || last > bytes.count { isCut = true }
      if max(first, 0) <= min(last, bytes.count) {
        result.append(max(first, 0)...min(last, bytes.count))
      }
    }
    return result
  }

  /// A new effort, which does not count what was done before.
  mutating func renew(_ effort: SearchEffort) { self.effort = effort }
}

extension UnsafeRawBufferPointer {
  fileprivate func contains(_ value: BoundedValue, at place: Int) -> Bool {
    let part = self[place..<place + value.first.count]
    let isInside =
      !part.lexicographicallyPrecedes(value.first) && !value.last.lexicographicallyPrecedes(part)
    return isInside != value.isInverted
  }

  fileprivate func firstPlace(of value: [UInt8], _ first: Int, _ last: Int) -> Int? {
    guard let start = baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    return value.withUnsafeBytes { value in
      guard let wanted = value.baseAddress else { return nil }
      var place = first
      while place <= last {
        if place < last {
          let next = start + place
          let distance =
            value.count == 1
            ? uti_find_byte(next, last - place + 1, value[0])
            : uti_find_pair(next, next + 1, last - place + 1, value[0], value[1])
          guard distance >= 0 else { return nil }
          place += distance
        }
        if uti_has_bytes(start + place, wanted, value.count) { return place }
        place += 1
      }
      return nil
    }
  }
}

extension [PatternElement] {
  /// The nearest place leads to all matches of the rest: a gap without end follows, or nothing.
  fileprivate func isNearestSufficient(after index: Int) -> Bool {
    guard index + 1 < count else { return true }
    if case .gap(_, nil) = self[index + 1] { return true }
    return false
  }
}
