internal import UTITypeGraph

/// A type that the answer may be, with its sum.
struct Candidate {
  /// The finding that made the type a candidate: the finding of the name if there is one.
  let finding: Finding
  /// True if the name claims the type.
  let isClaimed: Bool
  /// The strongest evidence of the name.
  let name: Strength
  /// The material of the bytes, if it fits a type that the name shows.
  let material: Strength
  /// The strongest evidence of the bytes.
  let evidence: Strength
  /// The contradictions in the bytes.
  let contradictions: Contradiction.Set
  /// The finding that `evidence` is the strength of; nil if no finding of the bytes supports the
  /// type.
  let witness: Finding?

  /// The weight of the bytes, without contradictions.
  var bytes: Strength { material + evidence }

  /// The sum.
  var total: Strength { name + bytes - contradictions.cost }

  /// The sum without the deduction for missing marks.
  ///
  /// A text without a mark of one claimant of its name is not the other for that reason.
  var totalIgnoringMarks: Strength {
    contradictions.contains(.init(.noMark)) ? total + Contradiction.noMark.cost : total
  }

  /// The type.
  var type: TypeIndex? { finding.type }
}
