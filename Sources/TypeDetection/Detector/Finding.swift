internal import TypeGraph

/// A type that something speaks for.
///
/// It is copied often and holds no references: what it rests on stands in the ``Inquiry`` that made
/// it, which alone can say more of it.
struct Finding {
  /// The place of the type; below zero when the registry does not know it.
  private let typePlace: Int32
  /// What speaks for it.
  let basis: Verdict.Basis
  /// How much that counts.
  let strength: Strength
  /// The place of what it is called when that is not what its type is called.
  let naming: Places.Place
  /// The places of the reasons, the best first.
  let grounds: Places

  init(
    _ type: TypeIndex?, _ basis: Verdict.Basis, _ strength: Strength, naming: Places.Place,
    grounds: Places
  ) {
    typePlace = type?.rawValue ?? -1
    self.basis = basis
    self.strength = strength
    self.naming = naming
    self.grounds = grounds
  }

  /// The place of the type in the image; nil when the registry does not know it.
  var type: TypeIndex? { typePlace < 0 ? nil : TypeIndex(rawValue: typePlace) }

  /// Whether the identifier and the MIME type are those of the type.
  var isPlain: Bool { naming == 0 }

  /// The finding with the reasons of another one behind its own.
  ///
  /// It counts as much as the stronger of both: two readings of the same bytes are one witness.
  func supported(by other: Finding) -> Finding {
    Finding(
      type, basis, max(strength, other.strength), naming: naming,
      grounds: grounds.followed(by: other.grounds))
  }

  /// The finding under other names.
  func renamed(_ naming: Places.Place) -> Finding {
    Finding(type, basis, strength, naming: naming, grounds: grounds)
  }
}
