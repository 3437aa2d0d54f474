internal import TypeGraph

/// A type that something speaks for.
///
/// It is copied often and holds few references, so that a copy counts few: what most findings do not
/// have lies behind one.
struct Finding {
  /// The place of the type in the image; nil when the registry does not know it.
  let type: TypeIndex?
  /// What speaks for it.
  let basis: Verdict.Basis
  /// How much that can be relied on.
  let confidence: Verdict.Confidence
  /// The best reason.
  let ground: Ground
  /// The next reason.
  private let secondGround: Ground
  private let rest: Rest?

  private final class Rest: Sendable {
    let identifier: TypeIdentifier?
    let mimeType: String?
    let undeclaredExtension: String?
    let grounds: ArraySlice<Ground>

    init(
      _ identifier: TypeIdentifier?, _ mimeType: String?, _ undeclaredExtension: String?,
      _ grounds: ArraySlice<Ground>
    ) {
      self.identifier = identifier
      self.mimeType = mimeType
      self.undeclaredExtension = undeclaredExtension
      self.grounds = grounds
    }
  }

  /// - Parameters:
  ///   - identifier: the identifier where it is not that of the type.
  ///   - mimeType: the MIME type where it is not that of the type.
  ///   - undeclaredExtension: the extension that a dynamic identifier is made of.
  init(
    _ type: TypeIndex?, _ basis: Verdict.Basis, _ confidence: Verdict.Confidence,
    identifier: TypeIdentifier? = nil, mimeType: String? = nil, undeclaredExtension: String? = nil,
    on ground: Ground = .nothing, and moreGrounds: [Ground] = []
  ) {
    self.type = type
    self.basis = basis
    self.confidence = confidence
    self.ground = ground
    secondGround = moreGrounds.first ?? .nothing
    let isPlain =
      identifier == nil && mimeType == nil && undeclaredExtension == nil && moreGrounds.count < 2
    rest =
      isPlain ? nil : Rest(identifier, mimeType, undeclaredExtension, moreGrounds.dropFirst())
  }

  private init(
    _ finding: Finding, _ confidence: Verdict.Confidence, secondGround: Ground, rest: Rest?
  ) {
    type = finding.type
    basis = finding.basis
    self.confidence = confidence
    ground = finding.ground
    self.secondGround = secondGround
    self.rest = rest
  }

  /// Whether the identifier is not that of the type: a dynamic one, or that of an unknown type.
  var hasOtherIdentifier: Bool { rest?.identifier != nil || rest?.undeclaredExtension != nil }

  /// The MIME type where it is not that of the type.
  var otherMIMEType: String? { rest?.mimeType }

  /// The reasons after the best one.
  private var moreGrounds: [Ground] {
    guard let rest, !rest.grounds.isEmpty else {
      if case .nothing = secondGround { return [] }
      return [secondGround]
    }
    return [secondGround] + rest.grounds
  }

  /// Whether there are reasons after the best one.
  private var hasMoreGrounds: Bool {
    guard case .nothing = secondGround else { return true }
    return !(rest?.grounds.isEmpty ?? true)
  }

  /// The identifier of the type.
  func identifier(in image: RegistryImage) -> TypeIdentifier {
    if let rest {
      if let value = rest.undeclaredExtension {
        let tag = Tag(tagClass: .filenameExtension, value: value)
        return DynamicIdentifier(tags: [tag], conformsTo: [.data]).identifier
      }
      if let identifier = rest.identifier { return identifier }
    }
    return type.map(image.identifier) ?? .data
  }

  /// The MIME type: that of the type, or of the nearest type above it that has one.
  func mimeType(in image: RegistryImage) -> String {
    // Of what is unknown it is known that it is bytes.
    if basis == .none { return TypeDetector.unknownMIMEType }
    return otherMIMEType ?? type.flatMap { image.nearestMIMEName(of: $0, in: .merged) }
      ?? TypeDetector.unknownMIMEType
  }

  /// All reasons in the form that people read, the best first.
  func evidence(in image: RegistryImage) -> [Evidence] {
    ([ground] + moreGrounds).compactMap { $0.evidence(in: image) }
  }

  /// Whether two findings are about one type.
  func isAboutType(of other: Finding, in image: RegistryImage) -> Bool {
    if !hasOtherIdentifier, !other.hasOtherIdentifier { return type == other.type }
    return identifier(in: image) == other.identifier(in: image)
  }

  /// The finding with a second witness.
  ///
  /// A name and bytes that agree leave no doubt; two readings of the same bytes are one witness, and
  /// that bytes are text is hardly any.
  func supported(by other: Finding) -> Finding {
    let confidence =
      other.basis == .text
      ? confidence
      : (basis == .name) == (other.basis == .name)
        ? max(confidence, other.confidence) : .certain
    if rest == nil, !hasMoreGrounds, !other.hasMoreGrounds {
      return Finding(self, confidence, secondGround: other.ground, rest: nil)
    }
    let grounds = moreGrounds + [other.ground] + other.moreGrounds
    return Finding(
      self, confidence, secondGround: grounds[0],
      rest: Rest(
        rest?.identifier, rest?.mimeType, rest?.undeclaredExtension, grounds.dropFirst()))
  }

  /// The finding under another MIME type than that of its type.
  func printed(as mimeType: String) -> Finding {
    Finding(
      self, confidence, secondGround: secondGround,
      rest: Rest(
        rest?.identifier, mimeType, rest?.undeclaredExtension, rest?.grounds ?? []))
  }

  /// Whether only the registry that comes with this package states what the finding rests on.
  func isFromBase(in image: RegistryImage) -> Bool { ground.layer(in: image) == .base }

  /// Whether a declaration above the base states something that the finding rests on.
  func isFromSystem(in image: RegistryImage) -> Bool {
    func isFromSystem(_ ground: Ground) -> Bool {
      ground.layer(in: image).map { $0 != .base } ?? false
    }
    return isFromSystem(ground) || isFromSystem(secondGround)
      || rest?.grounds.contains(where: isFromSystem) ?? false
  }
}

/// What a name says.
struct NameFindings {
  /// The name or path.
  var name = ""
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
  /// Whether the bytes are an XML document with a root element.
  var hasRootElement = false
  /// Whether the bytes pass for text, whatever they are.
  var passesForText = false
  /// The encoding, when the bytes are text.
  var encoding: TextEncoding?

  init(best: Finding) {
    self.best = best
  }
}
