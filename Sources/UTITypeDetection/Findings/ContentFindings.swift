internal import UTITypeGraph

/// The evidence of a name.
struct NameFindings {
  var name = ""
  /// The best first.
  var candidates = ShortList<Finding>()
  /// `candidates` is of all sources, not only of the first one that knows the name.
  var hasAllClaimants = false
  /// Other claimants need not be looked up if this is false.
  var mayHaveOtherClaimants = true
  var unknownExtension: String?

  /// nil for a light pattern, or one that fixes no letter, which shows nothing alone.
  var decisive: Finding? { candidates.first.flatMap { $0.strength > .data ? $0 : nil } }

  /// The name has a pattern or an extension, known or not.
  var saysAnything: Bool { !candidates.isEmpty || unknownExtension != nil }

  func show(_ type: TypeIndex) -> Bool { candidates.contains { $0.type == type } }
}

/// The evidence of the bytes.
struct ContentFindings {
  /// The order decides ties.
  private(set) var findings = ShortList<Finding>()
  /// The finding that the bytes are text; nil if they are not.
  var text: Finding?
  /// The container that the bytes are; nil if no inside was read.
  var container: ContainerEvidence?
  var document = Document.none
  var material = Material.data(hasZeroByte: false)
  var encoding: TextEncoding?
  /// A line of the text begins with a tag.
  var hasTagLine = false
  /// The text is so long that the marks of its type would be in it.
  var isLongText = false
  /// The texture of the bytes, if they have no sign of a format.
  var texture = Texture.other
  /// The bytes begin as a JSON text does.
  var mayBeJSON = false
  /// The claimants of the name of whose languages the text would show a mark.
  var soughtTypes = ShortList<TypeIndex>()

  /// Bytes outside of comments.
  static let longTextByteCount = 500

  /// The material of bytes.
  enum Material: Equatable {
    case text
    /// Data without a zero byte may be a text with control characters.
    case data(hasZeroByte: Bool)
  }

  /// The appearance of bytes without a sign of a format.
  enum Texture {
    case prose
    case repeatedByte
    case blank
    /// Random from the first byte on, as encrypted data.
    case random
    case other
  }

  /// An XML document, as far as its root element was read.
  enum Document: Equatable {
    case none
    /// The bytes begin with a tag that XML does not have.
    case malformed
    /// The bytes may be an XML document, whose root element could not be read.
    case possible
    /// The root element has a name by which no type is recognised.
    case unknown(root: String)
    /// The root element shows a type.
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

  var isText: Bool { material == .text }

  mutating func append(_ finding: Finding) { findings.append(finding) }

  /// The first of equals; that the bytes are text counts as one.
  var strongest: Finding? { strongest { _ in true } }

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
  /// The type that every container of this kind has.
  let shell: TypeIndex?
  let inside: TypeIndex
  let lookalikes: Lookalikes
  /// The types that programs write under each other's names, though the inside distinguishes them.
  let variants: [TypeIndex]
  let refuted: [TypeIndex]
  /// The inside shows a family of formats, and the name shows the member.
  let isOpen: Bool
  /// The inside is of a format that no type has, so the container is of no other.
  let isForeign: Bool

  /// The types that may have the same inside, if they are declared to be stored in the container.
  enum Lookalikes: Hashable {
    case types([TypeIndex])
    case allInContainer
  }

  init(
    shell: TypeIndex?, inside: TypeIndex, lookalikes: Lookalikes, variants: [TypeIndex],
    refuted: [TypeIndex], isOpen: Bool, isForeign: Bool
  ) {
    self.shell = shell
    self.inside = inside
    self.lookalikes = lookalikes
    self.variants = variants
    self.refuted = refuted
    self.isOpen = isOpen
    self.isForeign = isForeign
  }
}

extension DetectionRegistry {
  /// The declaration of the type, or of one that it is a kind of, names the container.
  func isStored(_ type: TypeIndex, in container: ContainerEvidence) -> Bool {
    guard let shell = container.shell else { return false }
    func isStored(_ type: TypeIndex) -> Bool {
      refines(type, shell) || image.isStored(type, as: shell)
    }
    return isStored(type) || image.hasAncestor(of: type, in: .merged, where: isStored)
  }

  /// The type allows the inside of the container.
  func isLookalike(_ type: TypeIndex, in container: ContainerEvidence) -> Bool {
    guard type != container.shell, isStored(type, in: container) else { return false }
    return switch container.lookalikes {
    case .allInContainer: true
    case .types(let types): types.contains { refines(type, $0) }
    }
  }

  /// The name decides between a type and the type of the inside.
  func isVariant(_ type: TypeIndex, in container: ContainerEvidence) -> Bool {
    isLookalike(type, in: container)
      || container.variants.contains { refines(type, $0) } && isStored(type, in: container)
  }

  /// The inside shows the type that the name shows, and does not only permit it.
  func isShown(_ type: TypeIndex, in container: ContainerEvidence) -> Bool {
    guard !container.isOpen, isVariant(type, in: container) else { return false }
    return switch container.lookalikes {
    case .allInContainer: container.variants.contains { refines(type, $0) }
    case .types(let types): refines(type, container.inside) || !types.isEmpty
    }
  }
}
