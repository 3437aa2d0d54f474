/// The strength of a signature in one word of an image.
struct PackedStrength {
  let rawValue: UInt32

  /// The greatest strength; more bits make no difference.
  static let greatest = 100

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameters:
  ///   - match: a top-level match.
  ///   - priority: the priority of its rule, by which the author states the rule's reliability: the
  ///     default leaves the bits unchanged, and others subtract or add in proportion, up to half of
  ///     them (shared-mime-info specification, "magic").
  init(_ match: MagicMatch, priority: Int) {
    let strength = match.strength
    let factor = Double(min(priority, Self.greatestPriority)) / Double(MagicRule.defaultPriority)
    func packed(_ bits: Double) -> UInt32 { UInt32(min(bits * factor, Double(Self.greatest))) }
    rawValue =
      packed(strength.amongBytes) | packed(strength.inText) << 8
      | (match.endsInsideWord ? 1 << 16 : 0)
  }

  /// The greatest priority that adds strength.
  ///
  /// It keeps two bytes weaker than four.
  private static let greatestPriority = 75

  /// The strength in data that is not text.
  var amongBytes: Int { min(Int(rawValue & 0xFF), Self.greatest) }

  /// The strength in text.
  var inText: Int { min(Int(rawValue >> 8 & 0xFF), Self.greatest) }

  /// True if the value ends in a letter or a digit.
  var endsInsideWord: Bool { rawValue & 1 << 16 != 0 }
}

extension MagicRule {
  /// True if each match of the rule is near the start of a file and has so many bits that a format
  /// has it by design.
  var isStrong: Bool {
    matches.allSatisfy {
      $0.offsets.upperBound <= Self.nearStart
        && PackedStrength($0, priority: priority).amongBytes >= Self.strongBits
    }
  }

  private static var nearStart: Int { 1024 }
  private static var strongBits: Int { 16 }
}
