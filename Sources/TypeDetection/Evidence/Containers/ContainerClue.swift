internal import TypeGraph

/// The format that the inside of a container shows.
struct ContainerClue: Hashable {
  /// The MIME types or identifiers of the format, the best first; the first in the registry is
  /// used.
  let names: [String]
  /// A description of the evidence.
  let words: String
  /// The offset of the evidence; nil when it is spread over the container.
  let offset: Int?
  /// The weight of the evidence.
  let strength: Strength
  /// The start of the MIME types that programs write under each other's names, though the inside
  /// distinguishes them, as templates and documents.
  ///
  /// Between them the name decides.
  let variants: [String]
  /// The types that may have the same inside.
  let lookalikes: ContainerEvidence.Lookalikes
  /// The MIME types that the inside excludes, regardless of the name.
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
