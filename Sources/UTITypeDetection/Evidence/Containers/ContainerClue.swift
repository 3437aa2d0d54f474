internal import UTITypeGraph

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
  /// The MIME types or identifiers that programs write under each other's names, though the inside
  /// distinguishes them, as templates and documents.
  ///
  /// Between them and their kinds the name decides, if they are declared to be stored in the
  /// container.
  let variants: [String]
  /// The types that may have the same inside.
  let lookalikes: Lookalikes
  /// The MIME types that the inside excludes, except those declared to be stored as its own.
  let refuted: [String]
  /// The MIME types or identifiers whose files, as those of their kinds, have what the inside lacks.
  var absent: [String]

  /// The types that may have the same inside, if they are declared to be stored in the container.
  enum Lookalikes: Hashable {
    /// The types of several MIME types or identifiers, and their kinds.
    case types([String])
    /// All types.
    case allInContainer

    static let none = Self.types([])
  }

  init(
    _ names: [String], seen words: String, at offset: Int? = nil,
    strength: Strength = .inside, variants: [String] = [],
    lookalikes: Lookalikes = .none,
    refutes refuted: [String] = [], lacks absent: [String] = []
  ) {
    self.names = names
    self.words = words
    self.offset = offset
    self.strength = strength
    self.variants = variants
    self.lookalikes = lookalikes
    self.refuted = refuted
    self.absent = absent
  }

  init(
    _ names: String..., seen words: String, at offset: Int? = nil,
    strength: Strength = .inside, variants: [String] = [], lookalikes: Lookalikes = .none,
    refutes refuted: [String] = [], lacks absent: [String] = []
  ) {
    self.init(
      names, seen: words, at: offset, strength: strength, variants: variants,
      lookalikes: lookalikes, refutes: refuted, lacks: absent)
  }
}
