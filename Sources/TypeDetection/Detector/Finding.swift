internal import TypeGraph

/// A type that something speaks for.
struct Finding {
  /// The place of the type in the image; nil when the registry does not know it.
  let type: TypeIndex?
  /// The identifier where it is not that of the type: a dynamic one, or that of an unknown type.
  let otherIdentifier: TypeIdentifier?
  /// The MIME type where it is not that of the type.
  let otherMIMEType: String?
  /// What speaks for it.
  let basis: Verdict.Basis
  /// How much that can be relied on.
  let confidence: Verdict.Confidence
  /// The best reason.
  let ground: Ground
  /// Further reasons, the best first.
  let moreGrounds: [Ground]

  init(
    _ type: TypeIndex?, _ basis: Verdict.Basis, _ confidence: Verdict.Confidence,
    identifier: TypeIdentifier? = nil, mimeType: String? = nil, on ground: Ground = .nothing,
    and moreGrounds: [Ground] = []
  ) {
    self.type = type
    otherIdentifier = identifier
    otherMIMEType = mimeType
    self.basis = basis
    self.confidence = confidence
    self.ground = ground
    self.moreGrounds = moreGrounds
  }

  /// The identifier of the type.
  func identifier(in image: RegistryImage) -> TypeIdentifier {
    otherIdentifier ?? type.map(image.identifier) ?? .data
  }

  /// The MIME type: that of the type, or of the nearest type above it that has one.
  func mimeType(in image: RegistryImage) -> String {
    otherMIMEType ?? type.flatMap { image.nearestMIMEName(of: $0, in: .merged) }
      ?? TypeDetector.unknownMIMEType
  }

  /// All reasons in the form that people read, the best first.
  func evidence(in image: RegistryImage) -> [Evidence] {
    ([ground] + moreGrounds).compactMap { $0.evidence(in: image) }
  }

  /// Whether two findings are about one type.
  func isAboutType(of other: Finding, in image: RegistryImage) -> Bool {
    if otherIdentifier == nil, other.otherIdentifier == nil { return type == other.type }
    return identifier(in: image) == other.identifier(in: image)
  }

  /// The finding with a second witness.
  func supported(by other: Finding) -> Finding {
    Finding(
      type, basis, other.basis == .text ? confidence : .certain, identifier: otherIdentifier,
      mimeType: otherMIMEType, on: ground, and: moreGrounds + [other.ground] + other.moreGrounds)
  }

  /// Whether only the registry that comes with this package states what the finding rests on.
  func isFromBase(in image: RegistryImage) -> Bool { ground.layer(in: image) == .base }

  /// Whether a declaration above the base states something that the finding rests on.
  func isFromSystem(in image: RegistryImage) -> Bool {
    ([ground] + moreGrounds).contains { ground in
      ground.layer(in: image).map { $0 != .base } ?? false
    }
  }
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
