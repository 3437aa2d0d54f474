internal import UTITypeGraph

/// The evidence of a name.
struct NameFindings {
  /// The name or path.
  var name = ""
  /// The types that fit, the best first.
  var candidates = ShortList<Finding>()
  /// True if `candidates` has the types of all sources, and not only the types of the first source
  /// that knows the name.
  var hasAllClaimants = false
  /// True if another source may have a type for the name; if not, its claimants need not be looked
  /// up.
  var mayHaveOtherClaimants = true
  /// The extension that no type declares; nil if there is none or a type declares it.
  var unknownExtension: String?

  /// The finding that decides about a name alone; nil if the first rests on a light pattern, or on one
  /// that fixes no letter, which shows nothing alone.
  var decisive: Finding? { candidates.first.flatMap { $0.strength > .data ? $0 : nil } }

  /// True if the name has a pattern or an extension, known or not.
  var saysAnything: Bool { !candidates.isEmpty || unknownExtension != nil }

  /// Returns true if the name shows a type.
  func show(_ type: TypeIndex) -> Bool { candidates.contains { $0.type == type } }
}

/// The evidence of the bytes.
struct ContentFindings {
  /// The findings about types, in the order in which ties are decided.
  private(set) var findings = ShortList<Finding>()
  /// The finding that the bytes are text; nil if they are not.
  var text: Finding?
  /// The container that the bytes are; nil if no inside was read.
  var container: ContainerEvidence?
  /// The root element, if the bytes may be an XML document.
  var document = Document.none
  /// The material of the bytes.
  var material = Material.data(hasZeroByte: false)
  /// The encoding, if the bytes are text.
  var encoding: TextEncoding?
  /// True if a line of the text begins with a tag.
  var hasTagLine = false
  /// True if the bytes are a text so long that the marks of its type would be in it.
  var isLongText = false
  /// The texture of the bytes, if they have no sign of a format.
  var texture = Texture.other
  /// True if the bytes begin as a JSON text does.
  var mayBeJSON = false
  /// The claimants of the name of whose languages the text would show a mark.
  var soughtTypes = ShortList<TypeIndex>()

  /// The number of bytes outside of comments from which on a text is long.
  static let longTextByteCount = 500

  /// The material of bytes.
  enum Material: Equatable {
    /// Characters.
    case text
    /// Anything else. Data without a zero byte may be a text with control characters.
    case data(hasZeroByte: Bool)
  }

  /// The appearance of bytes without a sign of a format.
  enum Texture {
    /// Sentences in a natural language.
    case prose
    /// One byte again and again.
    case repeatedByte
    /// Blanks and line ends.
    case blank
    /// Random from the first byte on, as encrypted data.
    case random
    /// Anything else, such as the lines of a program.
    case other
  }

  /// An XML document, as far as its root element was read.
  enum Document: Equatable {
    /// The bytes are not an XML document.
    case none
    /// The bytes begin with a tag that XML does not have.
    case malformed
    /// The bytes may be an XML document, whose root element could not be read.
    case possible
    /// The root element has a name by which no type is recognised.
    case unknown(root: String)
    /// A type is recognised by the root element.
    case known
  }

  /// The weight of the material for a kind of text, or for a type that is not one.
  func materialStrength(isText: Bool) -> Strength {
    switch (material, isText) {
    case (.text, true): .text
    case (.data, false): .noText
    case (.text, false), (.data, true): .none
    }
  }

  /// True if the bytes are text.
  var isText: Bool { material == .text }

  mutating func append(_ finding: Finding) { findings.append(finding) }

  /// The strongest finding, the first of equals; that the bytes are text counts as one.
  var strongest: Finding? { strongest { _ in true } }

  /// The strongest finding for which a predicate holds, as ``strongest``.
  func strongest(where holds: (Finding) -> Bool) -> Finding? {
    var strongest = text
    for place in findings.indices where findings[place].scope != .dialects {
      let finding = findings[place]
      // Plain text stays the answer unless a finding exceeds it.
      if finding.strength > strongest?.strength ?? .none, holds(finding) { strongest = finding }
    }
    return strongest
  }
}

/// A container that was looked into; an object, because few files are one and findings are copied.
final class ContainerEvidence: Sendable {
  /// The type that every container of this kind has; nil if there is none.
  let shell: TypeIndex?
  /// The type that the inside shows.
  let inside: TypeIndex
  /// The types that may have the same inside.
  let lookalikes: Lookalikes
  /// The types that programs write under each other's names, though the inside distinguishes them.
  let variants: [TypeIndex]
  /// The types that the inside rules out.
  let refuted: [TypeIndex]

  /// The types that may have the same inside, if they are declared to be stored in the container.
  enum Lookalikes: Hashable {
    /// The kinds of several types.
    case types([TypeIndex])
    /// All types.
    case allInContainer
  }

  init(
    shell: TypeIndex?, inside: TypeIndex, lookalikes: Lookalikes, variants: [TypeIndex],
    refuted: [TypeIndex]
  ) {
    self.shell = shell
    self.inside = inside
    self.lookalikes = lookalikes
    self.variants = variants
    self.refuted = refuted
  }
}

extension DetectionRegistry {
  /// Returns true if a type is declared to be stored in a container: the declaration of the type,
  /// or of one that it is a kind of, names the container.
  func isStored(_ type: TypeIndex, in container: ContainerEvidence) -> Bool {
    guard let shell = container.shell else { return false }
    func isStored(_ type: TypeIndex) -> Bool {
      refines(type, shell) || image.isStored(type, as: shell)
    }
    return isStored(type) || image.hasAncestor(of: type, in: .merged, where: isStored)
  }

  /// Returns true if a type allows the inside of a container.
  func isLookalike(_ type: TypeIndex, in container: ContainerEvidence) -> Bool {
    guard type != container.shell, isStored(type, in: container) else { return false }
    return switch container.lookalikes {
    case .allInContainer: true
    case .types(let types): types.contains { refines(type, $0) }
    }
  }

  /// Returns true if the name decides between a type and the type of the inside.
  func isVariant(_ type: TypeIndex, in container: ContainerEvidence) -> Bool {
    isLookalike(type, in: container)
      || container.variants.contains { refines(type, $0) } && isStored(type, in: container)
  }
}
