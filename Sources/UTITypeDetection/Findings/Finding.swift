internal import UTITypeGraph

/// A type for which the name or the bytes are evidence.
///
/// It is copied often and holds no references: reasons are in the ``DetectionState`` that made it.
struct Finding {
  /// Below zero if the registry does not know the type.
  private let typePlace: Int32
  let basis: Evidence.Basis
  /// The effect of the finding on other types than its own.
  let scope: Scope
  /// Below zero for evidence against the type.
  let strength: Strength
  /// The identifier and MIME type that replace the type's own; zero if none do.
  let naming: ShortIndexList.Place
  /// The best first.
  let grounds: ShortIndexList

  /// The effect of a finding on other types than its own.
  enum Scope: UInt8 {
    /// The finding affects subtypes and supertypes, at a discount.
    case kin
    /// The finding affects dialects in full, also as a contradiction: the words of a text.
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

  /// nil if the registry does not know the type.
  var type: TypeIndex? { typePlace < 0 ? nil : TypeIndex(rawValue: typePlace) }

  var isPlain: Bool { naming == 0 }

  /// Keeps the greater strength: two readings of the same bytes are one piece of evidence.
  func supported(by other: Finding) -> Finding {
    Finding(
      type, basis, max(strength, other.strength), scope: scope, naming: naming,
      grounds: grounds.followed(by: other.grounds))
  }

  func renamed(_ naming: ShortIndexList.Place) -> Finding {
    Finding(type, basis, strength, scope: scope, naming: naming, grounds: grounds)
  }

  func about(_ type: TypeIndex) -> Finding {
    Finding(type, basis, strength, naming: 0, grounds: grounds)
  }
}
