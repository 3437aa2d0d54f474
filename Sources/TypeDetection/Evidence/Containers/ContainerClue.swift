internal import TypeGraph

/// What the inside of a container shows it to be.
struct ContainerClue: Hashable {
  /// The MIME types or identifiers that it may be known under, the best first; the first that the
  /// registry knows is taken.
  let names: [String]
  /// What was seen, in words.
  let words: String
  /// Where it was seen; nil when it is spread over the container.
  let offset: Int?
  /// How much it counts.
  let strength: Strength
  /// The start of the MIME types that programs write under each other's names, though the inside
  /// distinguishes them, as templates and documents.
  ///
  /// Between them the name decides.
  let variants: [String]
  /// The types that may have the same inside.
  let lookalikes: ContainerEvidence.Lookalikes
  /// The MIME types that the inside shows not to be there, whatever the name says.
  let refuted: [String]

  init(
    _ names: [String], seen words: String, at offset: Int? = nil,
    strength: Strength = .inside, variants: [String] = [],
    lookalikes: ContainerEvidence.Lookalikes = .none,
    refutes refuted: [String] = []
  ) {
    self.names = names
    self.words = words
    self.offset = offset
    self.strength = strength
    self.variants = variants
    self.lookalikes = lookalikes
    self.refuted = refuted
  }

  init(
    _ names: String..., seen words: String, at offset: Int? = nil,
    strength: Strength = .inside, variants: [String] = [],
    lookalikes: ContainerEvidence.Lookalikes = .none
  ) {
    self.init(
      names, seen: words, at: offset, strength: strength, variants: variants,
      lookalikes: lookalikes)
  }
}
