internal import TypeGraph

/// A type that something speaks for.
///
/// It is copied often and holds no references: what it rests on stands in the ``Inquiry`` that made
/// it, which alone can say more of it.
struct Finding {
  /// The place of the type; below zero when the registry does not know it.
  private let typePlace: Int32
  /// What speaks for it.
  let basis: Verdict.Basis
  /// How much that can be relied on.
  let confidence: Verdict.Confidence
  /// The place of what it is called when that is not what its type is called.
  let naming: Places.Place
  /// The places of the reasons, the best first.
  let grounds: Places

  init(
    _ type: TypeIndex?, _ basis: Verdict.Basis, _ confidence: Verdict.Confidence,
    naming: Places.Place, grounds: Places
  ) {
    typePlace = type?.rawValue ?? -1
    self.basis = basis
    self.confidence = confidence
    self.naming = naming
    self.grounds = grounds
  }

  /// The place of the type in the image; nil when the registry does not know it.
  var type: TypeIndex? { typePlace < 0 ? nil : TypeIndex(rawValue: typePlace) }

  /// Whether the identifier and the MIME type are those of the type.
  var isPlain: Bool { naming == 0 }

  /// The finding with a second witness.
  ///
  /// A name and bytes that agree leave no doubt; two readings of the same bytes are one witness, and
  /// that bytes are text is hardly any.
  func supported(by other: Finding) -> Finding {
    let confidence =
      other.basis == .text
      ? confidence
      : (basis == .name) == (other.basis == .name)
        ? max(confidence, other.confidence) : .certain
    return Finding(
      type, basis, confidence, naming: naming, grounds: grounds.followed(by: other.grounds))
  }

  /// The finding under other names.
  func renamed(_ naming: Places.Place) -> Finding {
    Finding(type, basis, confidence, naming: naming, grounds: grounds)
  }
}

/// A few places in a list, in order; those that there is no room for are left out.
struct Places {
  /// One more than a place; zero for none.
  typealias Place = UInt16

  /// Two words of four places each, the first one lowest.
  private var words: (UInt64, UInt64) = (0, 0)

  init(_ place: Place) {
    words.0 = UInt64(place)
  }

  /// The first place; zero when there is none.
  var first: Place { Place(truncatingIfNeeded: words.0) }

  /// The number of places.
  ///
  /// A name, a signature, a container, a root element and a text are five reasons; more come of
  /// several signatures for one thing only, and eight there is room for.
  var count: Int { Self.count(words.0) &+ Self.count(words.1) }

  subscript(_ index: Int) -> Place {
    let word = index < Self.placesPerWord ? words.0 : words.1
    return Place(
      truncatingIfNeeded: word >> UInt64(index % Self.placesPerWord * Place.bitWidth))
  }

  /// These places, and others behind them.
  func followed(by others: Places) -> Places {
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

  /// The places of a word, none of which is zero before the last one.
  private static func count(_ word: UInt64) -> Int {
    (UInt64.bitWidth &- word.leadingZeroBitCount &+ Place.bitWidth &- 1) / Place.bitWidth
  }
}
