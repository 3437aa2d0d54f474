/// The strength of a signature in one word of an image.
struct PackedStrength {
  let rawValue: UInt32

  /// More bits make no difference.
  static let greatest = 100

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A top-level match; another priority than the default subtracts or adds up to half of the bits.
  ///
  /// The author states the rule's reliability by it (shared-mime-info specification, "magic").
  init(_ match: MagicMatch, priority: Int) {
    let strength = match.strength
    let factor = Double(min(priority, Self.greatestPriority)) / Double(MagicRule.defaultPriority)
    func packed(_ bits: Double) -> UInt32 { UInt32(min(bits * factor, Double(Self.greatest))) }
    rawValue =
      packed(strength.amongBytes) | packed(strength.inText) << 8
      | (match.endsInsideWord ? 1 << 16 : 0)
  }

  /// The greatest priority that adds strength, so that two bytes stay weaker than four.
  private static let greatestPriority = 75

  var amongBytes: Int { min(Int(rawValue & 0xFF), Self.greatest) }

  var inText: Int { min(Int(rawValue >> 8 & 0xFF), Self.greatest) }

  /// The same strength among bytes, and none in a text.
  var outsideText: Self { Self(rawValue: rawValue & 0xFF) }

  var endsInsideWord: Bool { rawValue & 1 << 16 != 0 }
}

extension MagicRule {
  /// Each match is near the start of a file, with so many bits that a format has it by design.
  var isStrong: Bool {
    matches.allSatisfy {
      $0.offsets.upperBound <= Self.nearStart
        && PackedStrength($0, priority: priority).amongBytes >= Self.strongBits
    }
  }

  private static var nearStart: Int { 1024 }
  private static var strongBits: Int { 16 }
}
