internal import UTITypeGraph

/// A type for which the name or the bytes are evidence.
///
/// It is copied often and holds no references: its reasons are stored in the ``DetectionState``
/// that made it.
struct Finding {
  /// The index of the type; below zero if the registry does not know it.
  private let typePlace: Int32
  /// The part of the item that the finding rests on.
  let basis: Evidence.Basis
  /// The effect of the finding on other types than its own.
  let scope: Scope
  /// The weight of the evidence; below zero for evidence against the type.
  let strength: Strength
  /// The place of the identifier and MIME type that replace the type's own; zero if none do.
  let naming: ShortIndexList.Place
  /// The places of the reasons, the best first.
  let grounds: ShortIndexList

  /// The effect of a finding on other types than its own.
  enum Scope: UInt8 {
    /// On subtypes and supertypes of the type, at a discount.
    case kin
    /// On dialects of the language in full, also as a contradiction: the words of a text.
    case dialects
    /// As `kin`; the text itself names its language.
    case statedLanguage
    /// As `kin`; the words of the text show a language.
    case words
  }

  init(
    _ type: TypeIndex?, _ basis: Evidence.Basis, _ strength: Strength, scope: Scope = .kin,
    naming: ShortIndexList.Place, grounds: ShortIndexList
  ) {
    typePlace = type?.rawValue ?? -1
    self.basis = basis
    self.scope = scope
    self.strength = strength
    self.naming = naming
    self.grounds = grounds
  }

  /// The index of the type in the image; nil if the registry does not know it.
  var type: TypeIndex? { typePlace < 0 ? nil : TypeIndex(rawValue: typePlace) }

  /// True if the identifier and the MIME type are the type's own.
  var isPlain: Bool { naming == 0 }

  /// The finding with the reasons of another one appended to its own.
  ///
  /// Its strength is the greater of both: two readings of the same bytes are one piece of evidence.
  func supported(by other: Finding) -> Finding {
    Finding(
      type, basis, max(strength, other.strength), scope: scope, naming: naming,
      grounds: grounds.followed(by: other.grounds))
  }

  /// The finding with another identifier or MIME type.
  func renamed(_ naming: ShortIndexList.Place) -> Finding {
    Finding(type, basis, strength, scope: scope, naming: naming, grounds: grounds)
  }

  /// The finding about another type, as part of the same evidence.
  func about(_ type: TypeIndex) -> Finding {
    Finding(type, basis, strength, naming: 0, grounds: grounds)
  }
}
