internal import UTITypeGraph

/// The format that the inside of a container shows.
struct ContainerClue: Hashable {
  /// The best first; the first in the registry is used.
  let names: [String]
  let words: String
  /// nil when the evidence is spread over the container.
  let offset: Int?
  let strength: Strength
  /// Types that programs write under each other's names, as templates and documents.
  ///
  /// Among stored types the name decides between them and their kinds.
  let variants: [String]
  let lookalikes: Lookalikes
  /// Excluded by the inside, except types declared to be stored as its own.
  let refuted: [String]
  /// Their files, and those of their kinds, have what the inside lacks.
  var absent: [String]
  /// The inside shows a family of formats, and the name shows the member.
  let isOpen: Bool

  /// The types that may have the same inside, if they are declared to be stored in the container.
  enum Lookalikes: Hashable {
    case types([String])
    /// All types.
    case allInContainer

    static let none = Self.types([])
  }

  init(
    _ names: [String], seen words: String, at offset: Int? = nil,
    strength: Strength = .inside, variants: [String] = [],
    lookalikes: Lookalikes = .none,
    refutes refuted: [String] = [], lacks absent: [String] = [], isOpen: Bool = false
  ) {
    self.names = names
    self.words = words
    self.offset = offset
    self.strength = strength
    self.variants = variants
    self.lookalikes = lookalikes
    self.refuted = refuted
    self.absent = absent
    self.isOpen = isOpen
  }

  init(
    _ names: String..., seen words: String, at offset: Int? = nil,
    strength: Strength = .inside, variants: [String] = [], lookalikes: Lookalikes = .none,
    refutes refuted: [String] = [], lacks absent: [String] = [], isOpen: Bool = false
  ) {
    self.init(
      names, seen: words, at: offset, strength: strength, variants: variants,
      lookalikes: lookalikes, refutes: refuted, lacks: absent, isOpen: isOpen)
  }
}
