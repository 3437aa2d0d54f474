internal import TypeGraph

/// A type that the answer may be, with what speaks for it and against it.
struct Candidate {
  /// What speaks for it first: its name when it has one.
  let finding: Finding
  /// How much the name counts for it.
  let name: Strength
  /// How much the bytes count for it.
  let bytes: Strength
  /// What in the bytes speaks against it.
  let contradictions: Contradiction.Set
  /// The strongest of what the bytes say for it beyond what they are made of; nil when there is nothing.
  let witness: Finding?

  /// How much the type counts in all.
  var total: Strength { name + bytes - contradictions.cost }
}
