/// The weight of a finding, on one scale for all evidence.
///
/// The unit is the bit: a signature counts as many bits as a coincidence would have to match, and
/// other evidence counts as much as was found to be equivalent. `Documentation/Detection.md` has
/// the whole table, by which a verdict can be calculated by hand.
struct Strength: Comparable, Hashable, Sendable {
  /// The number of bits; below zero for a contradiction.
  let bits: Int16

  init(_ bits: Int) { self.bits = Int16(clamping: bits) }

  static func < (left: Strength, right: Strength) -> Bool { left.bits < right.bits }

  static func + (left: Strength, right: Strength) -> Strength {
    Strength(Int(left.bits) + Int(right.bits))
  }

  static func - (left: Strength, right: Strength) -> Strength {
    Strength(Int(left.bits) - Int(right.bits))
  }

  /// Returns a lower strength, but never less than none.
  func less(_ other: Strength) -> Strength { self > .none ? max(.none, self - other) : self }

  static let none = Strength(0)
}

// MARK: Names

extension Strength {
  /// The pattern of a name: three fifths of its weight, which is 50 by default, and more for a
  /// whole name or two extensions, which are never accidental.
  static func pattern(weight: Int, isLong: Bool) -> Strength {
    Strength(weight * 3 / 5 + (isLong ? 10 : 0))
  }

  /// A pattern that requires confirmation by the bytes.
  static let lightPattern = Strength(5)

  /// An extension that a property list declares.
  static let declaredExtension = Strength(30)
  /// The same if the list was added to this machine or by this program, on purpose.
  static let addedExtension = Strength(60)
}

// MARK: Bytes

extension Strength {
  /// The inside of a container that shows one format.
  static let inside = Strength(90)
  /// The inside of a container that hints at one.
  static let insideHint = Strength(50)
  /// The root element of a document, which its namespace distinguishes from others.
  static let rootElement = Strength(70)
  /// The same without a namespace.
  static let bareRootElement = Strength(50)
  /// The interpreter that a text names.
  static let interpreter = Strength(60)
  /// A line that states the language for an editor.
  static let modeLine = Strength(55)
  /// The declaration that an XML document begins with.
  static let documentDeclaration = Strength(25)
  /// The grammar of JSON, kept throughout.
  static let grammar = Strength(25)
  /// The strength of "the bytes are text" for plain text and any kind of text of the name.
  ///
  /// A weaker finding does not displace plain text.
  static let text = Strength(18)
  /// The weight of text evidence that makes an analysis of its words needless.
  static let likelyText = Strength(30)
  /// The words of a language that are sure to be its own.
  static let sureLanguage = Strength(26)
  /// The same with a weight and a lead that are seldom wrong.
  static let clearLanguage = Strength(40)
  /// The words of a language under an extension that no type has.
  static let unknownLanguage = Strength(17)
  /// The maximum weight of language analysis for a type that the name claims.
  static let mostLanguage = Strength(32)
  /// An element of HTML at the start of a text.
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
  /// The least that the signature of a picture counts if the fields after it are there.
  static let completeHeader = Strength(70)
  /// The most that it counts if the bytes end before those fields do.
  static let cutHeader = Strength(60)
  /// The most that it counts if other bytes are in their place.
  static let otherHeader = Strength(24)
  /// The deduction for the signature of data in a text.
  static let dataInText = Strength(4)
  /// The evidence against text in the bytes, for a name that does not indicate text.
  static let noText = Strength(10)
  /// The least weight of a name of data after all contradictions.
  static let data = Strength(5)
  /// The lead that a finding about a type needs over a finding about a subtype.
  static let kinLead = Strength(15)
  /// The minimum lead of a text type that the name claims.
  ///
  /// Below it, the verdict is the common supertype.
  static let lead = Strength(7)
  /// The deduction from a finding about a subtype when it counts for the type itself.
  static let wider = Strength(10)
}
