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
  /// How the MIME types begin that the inside cannot be told apart from.
  ///
  /// Templates have the parts of their documents, and many formats are built on one archive; between
  /// those the name decides.
  let variants: [String]
  /// The MIME types that the inside shows not to be there, whatever the name says.
  let refuted: [String]

  init(
    _ names: [String], seen words: String, at offset: Int? = nil,
    strength: Strength = .inside, variants: [String] = [],
    refutes refuted: [String] = []
  ) {
    self.names = names
    self.words = words
    self.offset = offset
    self.strength = strength
    self.variants = variants
    self.refuted = refuted
  }

  init(
    _ names: String..., seen words: String, at offset: Int? = nil,
    strength: Strength = .inside, variants: [String] = []
  ) {
    self.init(names, seen: words, at: offset, strength: strength, variants: variants)
  }

  /// Whether the inside tells its own type apart from another.
  func excludes(_ mimeName: String) -> Bool {
    !variants.contains { mimeName.hasPrefix($0) }
  }

  /// The inside is a hint only: any other format may look like it.
  static let anything = [""]

  /// Whether the inside shows one format and no other.
  var isProof: Bool { strength == .inside && !isForAnything }

  /// Whether any other format may look like it.
  var isForAnything: Bool { variants == Self.anything }
}
