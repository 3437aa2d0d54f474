internal import UTITypeGraph

/// The registry as detection uses it, with all queries about types.
///
/// The readers of evidence and the weighing thus have one set of rules for conformance.
final class DetectionRegistry: Sendable {
  let image: RegistryImage
  let limits: DetectionLimits
  let known: KnownTypes
  private let merged: Conformance
  private let freedesktop: Conformance

  init(_ image: RegistryImage, limits: DetectionLimits) {
    self.image = image
    self.limits = limits
    known = KnownTypes(image)
    merged = image.conformance(in: .merged)
    freedesktop = image.conformance(in: .freedesktop)
  }

  static var unknownMIMEType: String { "application/octet-stream" }
}

// MARK: Relations

extension DetectionRegistry {
  /// Equal types count; shared-mime-info's relation too, which holds for storage formats.
  func refines(_ type: TypeIndex, _ other: TypeIndex) -> Bool {
    if type == other || merged.holds(type, other) { return true }
    return image.isDescribed(type, in: .freedesktop) && image.isDescribed(other, in: .freedesktop)
      && freedesktop.holds(type, other)
  }

  /// The view is the merged one.
  func isKind(_ type: TypeIndex, of other: TypeIndex) -> Bool {
    type == other || merged.holds(type, other)
  }

  func areKin(_ type: TypeIndex, _ other: TypeIndex) -> Bool {
    refines(type, other) || refines(other, type)
  }

  func areKin(_ finding: Finding, _ other: Finding) -> Bool {
    guard let type = finding.type, let otherType = other.type else { return false }
    return areKin(type, otherType)
  }

  func isTextual(_ type: TypeIndex) -> Bool {
    if let text = known.text, refines(type, text) { return true }
    if image.isStatedText(type) { return true }
    return known.plainText.map { refines(type, $0) } ?? false
  }

  /// The declaration of a type of data, or of a supertype, states that its files can be text.
  func hasTextForm(_ type: TypeIndex) -> Bool {
    hasMark(known.textForm, type)
  }

  /// Every text of the type has a sign, or a signature at its start, by its declaration.
  func requiresSign(_ type: TypeIndex) -> Bool {
    image.requiresMagic(type) || isMarked(known.signed, type)
  }

  /// Texts of the type contain texts of others, which they may begin as.
  func isHost(_ type: TypeIndex) -> Bool {
    isMarked(known.host, type)
  }

  /// Also for a type that shared-mime-info states above it.
  private func isMarked(_ mark: TypeIndex?, _ type: TypeIndex) -> Bool {
    guard let mark, image.isDescribed(type, in: .freedesktop) else { return false }
    // The parents of the base next to a database are not in its view.
    return freedesktop.holds(type, mark) || refines(type, mark) || image.isStored(type, as: mark)
  }

  /// Also for a supertype; a mark is a type without files.
  private func hasMark(_ mark: TypeIndex?, _ type: TypeIndex) -> Bool {
    guard let mark else { return false }
    func isStated(_ type: TypeIndex) -> Bool {
      refines(type, mark) || image.isStored(type, as: mark)
    }
    return isStated(type) || image.hasAncestor(of: type, in: .merged, where: isStated)
  }

  func isSource(_ type: TypeIndex) -> Bool {
    known.sourceCode.map { isKind(type, of: $0) } ?? false
  }

  /// Every file has a signature of the type, or of one that it is a kind of.
  func requiresSignature(_ type: TypeIndex) -> Bool {
    if isHeaderless(type) || hasTextForm(type) { return false }
    if image.hasMagicRule(type) { return image.requiresSignature(type) }
    return image.hasAncestor(of: type, in: .freedesktop) { image.requiresSignature($0) }
      || image.hasAncestor(of: type, in: .merged) { image.requiresSignature($0) }
  }

  /// Its declaration states that some files lack its signatures.
  func isHeaderless(_ type: TypeIndex) -> Bool { hasMark(known.headerless, type) }

  /// Also for a type that it is a kind of.
  func hasSignature(_ type: TypeIndex) -> Bool {
    // A property list that names other parents leaves out the parents of the database.
    image.hasMagicRule(type)
      || image.hasAncestor(of: type, in: .freedesktop) { image.hasMagicRule($0) }
      || image.hasAncestor(of: type, in: .merged) { image.hasMagicRule($0) }
  }

  /// Also for a format that stores its files.
  func hasKnownStart(_ type: TypeIndex) -> Bool {
    func isKnown(_ type: TypeIndex) -> Bool {
      hasSignature(type) || image.containers(of: type).contains(where: hasSignature)
    }
    return isKnown(type) || image.hasAncestor(of: type, in: .merged, where: isKnown)
  }
}

// MARK: Names of types

extension DetectionRegistry {
  func type(mimeName: String) -> TypeIndex? { image.type(anyMIMEName: mimeName) }

  func firstType(named names: [String]) -> TypeIndex? {
    names.lazy.compactMap { name in
      // No identifier has a slash, so that few names need the second look-up.
      self.type(mimeName: name)
        ?? TypeIdentifier(name).flatMap(self.image.type(identifier:))
    }.first
  }

  /// The registry need not know the MIME type.
  func finding(
    mimeName: String, _ basis: Evidence.Basis, _ strength: Strength, on ground: EvidenceReference,
    in state: inout DetectionState
  ) -> Finding {
    if let type = type(mimeName: mimeName) {
      return state.finding(type, basis, strength, on: ground)
    }
    return state.finding(
      nil, basis, strength, on: ground,
      called: DetectionState.TypeNameOverride(
        identifier: MIMEName(mimeName)?.derivedIdentifier ?? .data, mimeType: mimeName))
  }
}

/// The types that detection uses often, looked up once; nil if the registry does not have one.
struct KnownTypes: Sendable {
  let data, text, sourceCode, archive, package, directory: TypeIndex?
  let bytes, plainText, document, page, json: TypeIndex?
  /// The declared superclass of the types of data whose files can be text.
  let textForm: TypeIndex?
  /// The declared superclass of the types of data whose files may lack a signature.
  let headerless: TypeIndex?
  /// The declared superclass of the types of text all of whose files have a sign.
  let signed: TypeIndex?
  /// The declared superclass of the types of text that contain texts of other types.
  let host: TypeIndex?
  let icons: [TypeIndex]
  let png, jpeg, gif: TypeIndex?

  init(_ image: RegistryImage) {
    data = image.type(identifier: .data)
    text = image.type(identifier: .text)
    sourceCode = image.type(identifier: .sourceCode)
    archive = image.type(identifier: .archive)
    package = image.type(identifier: .package)
    directory = image.type(identifier: .directory)
    bytes = image.type(anyMIMEName: DetectionRegistry.unknownMIMEType)
    plainText = image.type(anyMIMEName: "text/plain")
    document = image.type(anyMIMEName: "application/xml")
    page = image.type(anyMIMEName: "text/html")
    json = image.type(anyMIMEName: "application/json")
    headerless = image.type(anyMIMEName: "application/x-headerless")
    signed = image.type(anyMIMEName: "application/x-text-sign")
    host = image.type(anyMIMEName: "application/x-text-host")
    textForm = image.type(anyMIMEName: "application/x-text-form")
    icons = ["image/vnd.microsoft.icon", "image/x-win-bitmap"].compactMap {
      image.type(anyMIMEName: $0)
    }
    png = image.type(anyMIMEName: "image/png")
    jpeg = image.type(anyMIMEName: "image/jpeg")
    gif = image.type(anyMIMEName: "image/gif")
  }
}

extension RegistryImage {
  /// shared-mime-info comes first.
  func type(anyMIMEName name: String) -> TypeIndex? {
    type(mimeName: name)
      ?? firstType(with: Tag(tagClass: .mimeType, value: name), conformingTo: nil, in: .merged)
  }
}
