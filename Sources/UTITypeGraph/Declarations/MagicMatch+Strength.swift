/// The strength in bits: unrelated bytes match with a probability of 2 to the negative power.
///
/// It has two values, because letters and punctuation are rare in data and common in text.
struct SignatureStrength: Hashable {
  var amongBytes: Double
  var inText: Double

  static let none = SignatureStrength(amongBytes: 0, inText: 0)

  fileprivate mutating func add(_ other: SignatureStrength) {
    amongBytes += other.amongBytes
    inText += other.inText
  }
}

extension MagicMatch {
  /// The bits of its own bytes and of the weakest nested match; O(*n*) in the bytes of all matches.
  var strength: SignatureStrength {
    var strength = ownStrength
    let inner = children.map { $0.strength }
    if let amongBytes = inner.map({ $0.amongBytes }).min(),
      let inText = inner.map({ $0.inText }).min()
    {
      strength.add(SignatureStrength(amongBytes: amongBytes, inText: inText))
    } else if isOneWord {
      strength.inText = min(strength.inText, Self.bitsOfWord)
    }
    return strength
  }

  /// The word may go on after a letter or a digit.
  var endsInsideWord: Bool {
    guard children.isEmpty, let last = value.last else { return false }
    return MagicMatch.isWordCharacter(last)
  }

  /// A word as in prose: small letters after the first, perhaps a colon and surrounding blanks.
  private var isOneWord: Bool {
    guard mask == nil else { return false }
    let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    let word = value.drop(while: blanks.contains)
    guard let first = word.first, 0x41...0x5A ~= first || 0x61...0x7A ~= first else { return false }
    let rest = word.dropFirst().drop { 0x61...0x7A ~= $0 }
    return (rest.first == UInt8(ascii: ":") ? rest.dropFirst() : rest).allSatisfy(blanks.contains)
  }

  static func isWordCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  /// The bits of the value, less the bits that number its *n* possible places.
  private var ownStrength: SignatureStrength {
    let freedom = Double(Int.bitWidth - 1 - offsets.count.leadingZeroBitCount)
    var strength = SignatureStrength.none
    for (place, byte) in value.enumerated() {
      // A client can make a mask of another length than the value.
      let bits = mask.map { place < $0.count ? $0[place] : 0 } ?? 0xFF
      let share = Double(bits.nonzeroBitCount) / 8
      strength.amongBytes += Self.bitsAmongBytes(byte) * share
      strength.inText += Self.bitsInText(byte) * share
    }
    return SignatureStrength(
      amongBytes: max(0, strength.amongBytes - freedom),
      inText: max(0, strength.inText - freedom))
  }

  /// A text may begin with any word.
  private static let bitsOfWord: Double = 9

  /// Zeros are most frequent in data, and ones are frequent.
  private static func bitsAmongBytes(_ byte: UInt8) -> Double {
    switch byte {
    case 0: 2
    case 0xFF: 6
    default: 8
    }
  }

  /// One in 12 to 16 characters is a given letter or digit; a byte outside text is no accident.
  private static func bitsInText(_ byte: UInt8) -> Double {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20: 3
    case 0x21...0x7E: isWordCharacter(byte) ? 4 : 6
    default: 8
    }
  }
}
