extension MagicMatch {
  /// The places where a value or nested one has no complete byte to search, because of its mask.
  var blindPlaceCount: Int {
    let isBlind = mask.map { !$0.contains(0xFF) } ?? false
    // A place past the end of the largest file is never compared.
    let own = isBlind && offsets.count > 1 ? min(offsets.count, Int(clamping: Int64(1) << 32)) : 0
    return children.reduce(own) { $0 + $1.blindPlaceCount }
  }

  /// The two certain bytes rarest in files: equal if one is rare enough; nil without certain bytes.
  var searchedPositions: (first: Int, second: Int)? {
    var first: (place: Int, commonness: Int)?
    var second: (place: Int, commonness: Int)?
    for place in value.indices {
      if let mask, !mask.indices.contains(place) || mask[place] != 0xFF { continue }
      let commonness = Self.commonness(value[place])
      if commonness < first?.commonness ?? .max {
        second = first
        first = (place, commonness)
      } else if commonness < second?.commonness ?? .max {
        second = (place, commonness)
      }
    }
    guard let first else { return nil }
    guard first.commonness > Self.rare, let second else { return (first.place, first.place) }
    return (first.place, second.place)
  }

  /// The greatest commonness of a byte that is rare in text.
  private static let rare = 2

  /// The result is from 0 to 6, for texts and programs.
  static func commonness(_ byte: UInt8) -> Int {
    switch byte {
    case 0, UInt8(ascii: " "), UInt8(ascii: "e"): 6
    case UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "o"), UInt8(ascii: "i"),
      UInt8(ascii: "n"), UInt8(ascii: "s"), UInt8(ascii: "r"):
      5
    case 0x0A, 0xFF, UInt8(ascii: "h"), UInt8(ascii: "l"), UInt8(ascii: "d"), UInt8(ascii: "c"),
      UInt8(ascii: "u"), UInt8(ascii: "0")...UInt8(ascii: "1"):
      4
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x09, 0x0D,
      UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ","), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "<"), UInt8(ascii: "="),
      UInt8(ascii: ">"), UInt8(ascii: "_"):
      3
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: ":"), UInt8(ascii: ";"): 2
    case 0x01...0x1F: 1
    default: 0
    }
  }
}
