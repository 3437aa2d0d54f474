internal import TypeGraph

/// A type that something speaks for.
struct Finding {
  /// The place of the type in the image; nil when the registry does not know it.
  let type: TypeIndex?
  /// The identifier of the type.
  let identifier: TypeIdentifier
  /// The MIME type.
  let mimeType: String
  /// What speaks for it.
  let basis: Verdict.Basis
  /// How much that can be relied on.
  let confidence: Verdict.Confidence
  /// The reasons, the best first.
  var evidence: [Evidence]
}

/// What a name says.
struct NameFindings {
  /// The types that fit, the best first.
  var candidates: [Finding] = []
  /// The extension that nobody declares; nil when there is none or somebody does.
  var unknownExtension: String?
}

/// What the bytes say.
struct ContentFindings {
  /// The type that the bytes show.
  var best: Finding
  /// Other types whose rules the bytes meet, the best first.
  var others: [Finding] = []
  /// The container that the bytes are; nil when they are none whose inside shows anything.
  var container: Container?
  /// The root element, when the bytes are an XML document.
  var rootElement: RootElementName?
  /// Whether the bytes pass for text, whatever they are.
  var passesForText = false
  /// The encoding, when the bytes are text.
  var encoding: TextEncoding?

  init(best: Finding) {
    self.best = best
  }
}
