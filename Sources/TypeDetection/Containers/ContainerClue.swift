internal import TypeGraph

/// What the inside of a container shows it to be.
struct ContainerClue: Hashable {
  /// The MIME types that it may be known under, the best first; the first that the registry knows
  /// is taken.
  let mimeNames: [String]
  /// What was seen, in words.
  let words: String
  /// Where it was seen; nil when it is spread over the container.
  let offset: Int?
  /// How much it can be relied on.
  let confidence: Verdict.Confidence
  /// How the MIME types begin that the inside cannot be told apart from.
  ///
  /// Templates have the parts of their documents, and many formats are built on one archive; between
  /// those the name decides.
  let variants: [String]

  init(
    _ mimeNames: String..., seen words: String, at offset: Int? = nil,
    confidence: Verdict.Confidence = .certain, variants: [String] = []
  ) {
    self.mimeNames = mimeNames
    self.words = words
    self.offset = offset
    self.confidence = confidence
    self.variants = variants
  }

  /// Whether the inside tells its own type apart from another.
  func excludes(_ mimeName: String) -> Bool {
    !variants.contains { mimeName.hasPrefix($0) }
  }

  /// The inside is a hint only: any other format may look like it.
  static let anything = [""]
}
