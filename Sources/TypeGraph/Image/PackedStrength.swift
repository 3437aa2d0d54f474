/// How much a signature fixes, in one word of an image.
struct PackedStrength {
  let rawValue: UInt32

  /// What counts no more: so many bits are as good as any number of them.
  static let greatest = 100

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// - Parameters:
  ///   - match: a top-level match.
  ///   - priority: the priority of its rule, which says how seldom its author expects it to err: the
  ///     usual one leaves the bits as they are, and others take and add in proportion, up to half as
  ///     much again (shared-mime-info specification, "magic").
  init(_ match: MagicMatch, priority: Int) {
    let strength = match.strength
    let factor = Double(min(priority, Self.greatestPriority)) / Double(MagicRule.defaultPriority)
    func packed(_ bits: Double) -> UInt32 { UInt32(min(bits * factor, Double(Self.greatest))) }
    rawValue =
      packed(strength.amongBytes) | packed(strength.inText) << 8
      | (match.endsInsideWord ? 1 << 16 : 0)
  }

  /// No priority makes up for bytes: two of them stay less than four, whatever is said of them.
  private static let greatestPriority = 75

  /// The strength among bytes that are no text.
  var amongBytes: Int { min(Int(rawValue & 0xFF), Self.greatest) }

  /// The strength in a text.
  var inText: Int { min(Int(rawValue >> 8 & 0xFF), Self.greatest) }

  /// Whether the value ends in a letter or a digit.
  var endsInsideWord: Bool { rawValue & 1 << 16 != 0 }
}
