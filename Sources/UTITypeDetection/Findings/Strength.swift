/// The weight of a finding in bits, by the table of `Documentation/Detection.md`.
///
/// A signature counts as many bits as a coincidence would have to match; the rest is equivalent.
struct Strength: Comparable, Hashable, Sendable {
  /// Below zero for a contradiction.
  let bits: Int16

  init(_ bits: Int) { self.bits = Int16(clamping: bits) }

  static func < (left: Strength, right: Strength) -> Bool { left.bits < right.bits }

  static func + (left: Strength, right: Strength) -> Strength {
    Strength(Int(left.bits) + Int(right.bits))
  }

  static func - (left: Strength, right: Strength) -> Strength {
    Strength(Int(left.bits) - Int(right.bits))
  }

  /// Never less than none.
  func less(_ other: Strength) -> Strength { self > .none ? max(.none, self - other) : self }

  static let none = Strength(0)
}

// MARK: Names

extension Strength {
  /// Three fifths of the weight, 50 by default, and more for a whole name or two extensions.
  static func pattern(weight: Int, isLong: Bool) -> Strength {
    Strength(weight * 3 / 5 + (isLong ? 10 : 0))
  }

  /// The bytes have to confirm the pattern.
  static let lightPattern = Strength(5)

  static let declaredExtension = Strength(30)
  /// Added to this machine or by this program, on purpose.
  static let addedExtension = Strength(60)
}

// MARK: Bytes

extension Strength {
  static let inside = Strength(90)
  static let insideHint = Strength(50)
  static let rootElement = Strength(70)
  /// The root element has no namespace.
  static let bareRootElement = Strength(50)
  static let interpreter = Strength(60)
  /// States the language for an editor.
  static let modeLine = Strength(55)
  static let documentDeclaration = Strength(25)
  /// The grammar of JSON, kept throughout.
  static let grammar = Strength(25)
  /// The weight of text, which weaker findings do not displace, and of any kind of text of the
  /// name.
  static let text = Strength(18)
  /// Makes an analysis of the words needless.
  static let likelyText = Strength(30)
  /// The words of a language that are sure to be its own.
  static let sureLanguage = Strength(26)
  /// The weight and the lead of the language are seldom wrong.
  static let clearLanguage = Strength(40)
  /// The extension belongs to no type.
  static let unknownLanguage = Strength(17)
  /// The maximum for a type that the name claims.
  static let mostLanguage = Strength(32)
  static let markup = Strength(20)
  /// The first two bytes of a compressed stream, whose check sum fits.
  static let streamHint = Strength(16)
  /// The least signature of a text that shows its type without a name.
  static let ownSignature = Strength(10)
  /// The least signature that shows a program under the name of another text.
  static let ownProgram = Strength(35)
  /// The most that the signature of a text counts if the name belongs to another text.
  static let besideText = Strength(40)
  /// The most that the signature of a certificate after an explanation counts.
  static let explained = Strength(35)
  /// The most that a signature of data in a text counts if it is as prose.
  static let word = Strength(12)
  /// The most that a signature counts if its line goes on as a sentence.
  static let sentence = Strength(30)
  /// The least that the signature of a picture counts if the fields after it are there.
  static let completeHeader = Strength(70)
  /// The most that it counts if the bytes end before those fields do.
  static let cutHeader = Strength(60)
  /// The most that it counts if other bytes are in their place.
  static let otherHeader = Strength(24)
  /// The least signature of an archive in which searches find signatures of members.
  static let archive = Strength(16)
  /// The deduction for the signature of data in a text.
  static let dataInText = Strength(4)
  /// The evidence against text in the bytes, for a name that does not indicate text.
  static let noText = Strength(10)
  /// The least weight of a name of data after all contradictions.
  static let data = Strength(5)
  /// The lead that a finding about a type needs over a finding about a subtype.
  static let kinLead = Strength(15)
  /// The minimum of a text type that the name claims; below it, the common supertype is chosen.
  static let lead = Strength(7)
  /// The deduction from a finding about a subtype when it counts for the type itself.
  static let wider = Strength(10)
}
