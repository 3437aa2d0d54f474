/// A few places in a list, in order; those that there is no room for are left out.
struct ShortIndexList {
  /// One more than a place; zero for none.
  typealias Place = UInt16

  /// Four places each, the first one lowest.
  private var words: (UInt64, UInt64) = (0, 0)

  init(_ place: Place) {
    words.0 = UInt64(place)
  }

  /// Zero when there is none.
  var first: Place { Place(truncatingIfNeeded: words.0) }

  /// There is room for eight; name, signature, container, root element and text are five reasons.
  var count: Int { Self.count(words.0) &+ Self.count(words.1) }

  subscript(_ index: Int) -> Place {
    let word = index < Self.placesPerWord ? words.0 : words.1
    return Place(
      truncatingIfNeeded: word >> UInt64(index % Self.placesPerWord * Place.bitWidth))
  }

  func followed(by others: ShortIndexList) -> ShortIndexList {
    var result = self
    for index in 0..<others.count { result.append(others[index]) }
    return result
  }

  private mutating func append(_ place: Place) {
    let count = count
    let place = UInt64(place) << UInt64(count % Self.placesPerWord * Place.bitWidth)
    switch count / Self.placesPerWord {
    case 0: words.0 |= place
    case 1: words.1 |= place
    default: break
    }
  }

  private static let placesPerWord = UInt64.bitWidth / Place.bitWidth

  /// No place is zero before the last one.
  private static func count(_ word: UInt64) -> Int {
    (UInt64.bitWidth &- word.leadingZeroBitCount &+ Place.bitWidth &- 1) / Place.bitWidth
  }
}
