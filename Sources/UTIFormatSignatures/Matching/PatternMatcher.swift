internal import CUTIByteSearch

/// A search for a pattern that keeps all places that its elements can lead to.
///
/// Each element is applied once to all places, so that no pattern is tried again.
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

  init(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) {
    self.bytes = bytes
    self.isWhole = isWhole
  }

  /// The places after each element; the last set is empty if the pattern does not match.
  mutating func trace(
    _ elements: some Collection<PatternElement>, from start: PlaceSet, _ direction: Direction
  ) -> [PlaceSet] {
    var result = [start]
    for element in elements {
      result.append(places(beyond: element, from: result[result.count - 1], direction))
      if result[result.count - 1].isEmpty { break }
    }
    return result
  }

  /// The places at the end of all elements.
  mutating func places(
    beyond elements: some Collection<PatternElement>, from start: PlaceSet, _ direction: Direction
  ) -> PlaceSet {
    var places = start
    for element in elements {
      places = self.places(beyond: element, from: places, direction)
      if places.isEmpty { break }
    }
    return places
  }

  mutating func places(
    beyond element: PatternElement, from places: PlaceSet, _ direction: Direction
  ) -> PlaceSet {
    switch element {
    case .bytes(let value):
      return found(width: value.count, from: places, direction) { first, last, found in
        find(value, first, last, found)
      }
    case .byte(let set):
      return found(width: 1, from: places, direction) { first, last, found in
        for place in first...last where set.contains(bytes[place]) { found(place) }
      }
    case .range(let value):
      return found(width: value.first.count, from: places, direction) { first, last, found in
        for place in first...last where contains(value, at: place) { found(place) }
      }
    case .gap(let least, let greatest): return gap(least, greatest, from: places, direction)
    case .choice(let alternatives):
      var result = PlaceSet()
      for elements in alternatives {
        result = result.union(
          direction == .forward
            ? self.places(beyond: elements, from: places, .forward)
            : self.places(beyond: elements.reversed(), from: places, .backward))
      }
      return result
    }
  }

  /// The search reports the beginnings of a value from the first to the last place.
  private func found(
    width: Int, from places: PlaceSet, _ direction: Direction,
    search: (_ first: Int, _ last: Int, _ found: (Int) -> Void) -> Void
  ) -> PlaceSet {
    var result = PlaceSet()
    let shift = direction == .forward ? 0 : width
    for range in places.ranges {
      let first = max(range.lowerBound - shift, 0)
      let last = min(range.upperBound - shift, bytes.count - width)
      guard first <= last else { continue }
      search(first, last) { place in
        let end = place + width - shift
        result.append(end...end)
      }
    }
    return result
  }

  private mutating func gap(
    _ least: Int, _ greatest: Int?, from places: PlaceSet, _ direction: Direction
  ) -> PlaceSet {
    var result = PlaceSet()
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

  private func contains(_ value: BoundedValue, at place: Int) -> Bool {
    let part = bytes[place..<place + value.first.count]
    let isInside =
      !part.lexicographicallyPrecedes(value.first) && !value.last.lexicographicallyPrecedes(part)
    return isInside != value.isInverted
  }

  private func find(_ value: [UInt8], _ first: Int, _ last: Int, _ found: (Int) -> Void) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    value.withUnsafeBytes { value in
      guard let wanted = value.baseAddress else { return }
      var place = first
      while place <= last {
        if place < last {
          let next = start + place
          let distance =
            value.count == 1
            ? uti_find_byte(next, last - place + 1, value[0])
            : uti_find_pair(next, next + 1, last - place + 1, value[0], value[1])
          guard distance >= 0 else { return }
          place += distance
        }
        if uti_has_bytes(start + place, wanted, value.count) { found(place) }
        place += 1
      }
    }
  }
}
