internal import TypeGraph

/// A type that something speaks for.
///
/// It is copied often and holds no references: what it rests on stands in the ``Inquiry`` that made
/// it, which alone can say more of it.
struct Finding {
  /// The place of the type in the image; nil when the registry does not know it.
  let type: TypeIndex?
  /// What speaks for it.
  let basis: Verdict.Basis
  /// How much that can be relied on.
  let confidence: Verdict.Confidence
  /// The places of the reasons, the best first.
  let grounds: Places
  /// The place of what it is called when that is not what its type is called.
  let naming: Places.Place

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
      type: type, basis: basis, confidence: confidence, grounds: grounds.followed(by: other.grounds),
      naming: naming)
  }

  /// The finding under other names.
  func renamed(_ naming: Places.Place) -> Finding {
    Finding(
      type: type, basis: basis, confidence: confidence, grounds: grounds, naming: naming)
  }
}

/// A few places in a list, in order; those that there is no room for are left out.
struct Places {
  /// One more than a place; zero for none.
  typealias Place = UInt16

  /// How many places there is room for.
  ///
  /// A name, a signature, a container, a root element and a text are five reasons; more come of
  /// several signatures for one thing only.
  static let capacity = SIMD8<Place>.scalarCount

  private var places: SIMD8<Place> = .zero

  init() {}

  init(_ place: Place) {
    places[0] = place
  }

  /// The number of places.
  var count: Int {
    var count = 0
    while count < Self.capacity, places[count] != 0 { count &+= 1 }
    return count
  }

  /// The first place; zero when there is none.
  var first: Place { places[0] }

  subscript(_ index: Int) -> Place { places[index] }

  /// These places, and others behind them.
  func followed(by others: Places) -> Places {
    var result = self
    var count = count
    for index in 0..<Self.capacity where others.places[index] != 0 && count < Self.capacity {
      result.places[count] = others.places[index]
      count &+= 1
    }
    return result
  }
}
