internal import CUTIBaseRegistry
internal import UTIPortable
internal import UTITypeDetection
internal import UTITypeGraph

/// The registry that is in the module, and its detector.
struct Engine {
  let image: RegistryImage
  let detector: TypeDetector
  let conformance: Conformance
  let data: TypeIndex?
  /// POSIX locales, the preferred one first.
  var languages: [String] = []

  /// nil if the registry cannot be read.
  init?() {
    let bytes = UnsafeRawBufferPointer(start: uti_base_registry(), count: uti_base_registry_size())
    let storage = ImageStorage(unsafeBytes: bytes) { _ in }
    guard let image = try? RegistryImage(storage) else { return nil }
    self.image = image
    detector = TypeDetector(image: image)
    conformance = image.conformance(in: .merged)
    data = image.type(identifier: TypeIdentifier.data)
  }

  /// nil if no declaration has the identifier.
  func declaredType(_ identifier: String) -> TypeIndex? {
    image.type(identifier: identifier).flatMap {
      image.isDescribed($0, in: .merged) ? $0 : nil
    }
  }

  func identifier(of type: TypeIndex) -> String { image.identifier(of: type).rawValue }

  /// The description of the type, or else one of a near supertype.
  func description(of type: TypeIndex) -> String? {
    if let text = image.description(of: type, languages: languages) { return text }
    var seen: Set<TypeIndex> = [type]
    var pending: [TypeIndex] = image.parents(of: type, in: .merged).reversed()
    while let type = pending.popLast() {
      guard seen.insert(type).inserted else { continue }
      if let text = image.description(of: type, languages: languages) { return text }
      pending += image.parents(of: type, in: .merged).reversed()
    }
    return nil
  }
}

/// A type that a caller names.
enum NamedType {
  case declared(TypeIndex)
  case dynamic(DynamicIdentifier)
}

extension Engine {
  /// The name of `image/*` and other patterns of MIME types.
  private static func mimePattern(_ tag: Tag?) -> MIMEName? {
    guard let tag, tag.tagClass == .mimeType, tag.value.utf8.contains(UInt8(ascii: "*")) else {
      return nil
    }
    return MIMEName(tag.value)
  }

  /// The tag, or the extension that a word without a period is.
  static func tagOrExtension(_ text: String) -> Tag? {
    if let tag = Tag(written: text) { return tag }
    guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: ".")) else { return nil }
    return Tag(tagClass: .filenameExtension, value: text)
  }

  /// The declared types of a tag, the preferred one first, or else a dynamic one.
  func candidates(for tag: Tag) -> (types: [TypeIndex], dynamic: DynamicIdentifier?) {
    guard tag.isValid else { return ([], nil) }
    let declared = image.types(with: tag, in: .merged)
    var ordered = declared.filter(isData) + declared.filter { !isData($0) }
    if let named = namedType(tag) {
      ordered.removeAll { $0 == named }
      ordered.insert(named, at: 0)
    }
    if ordered.isEmpty, tag.tagClass == .mimeType, let type = image.type(mimeName: tag.value),
      image.isDescribed(type, in: .merged)
    {
      ordered = [type]
    }
    guard ordered.isEmpty else { return (ordered, nil) }
    let supertypes = data.map { [image.identifier(of: $0)] } ?? []
    return ([], DynamicIdentifier(tags: [tag], conformsTo: supertypes))
  }

  private func isData(_ type: TypeIndex) -> Bool {
    data.map { conformance.holds(type, $0) } ?? false
  }

  /// The type of a file name with the extension.
  private func namedType(_ tag: Tag) -> TypeIndex? {
    guard tag.tagClass == .filenameExtension else { return nil }
    let name = "name." + tag.value
    if let type = detector.type(ofName: name) { return type }
    return declaredType(detector.verdict(forName: name).type.rawValue)
  }

  /// An identifier, also a dynamic one, or a tag; nil if it names no type.
  func namedType(_ text: String) -> NamedType? {
    if Tag(written: text) == nil {
      if let type = declaredType(text) { return .declared(type) }
      if let dynamic = TypeIdentifier(text).flatMap({ DynamicIdentifier($0) }) {
        return .dynamic(dynamic)
      }
    }
    guard let tag = Self.tagOrExtension(text) else { return nil }
    let found = candidates(for: tag)
    if let type = found.types.first { return .declared(type) }
    guard Tag(written: text) != nil, Self.mimePattern(tag) == nil else { return nil }
    return found.dynamic.map { .dynamic($0) }
  }

  /// The nearest identifier to a misspelt one, or the type that a pattern of MIME types means.
  func nearestIdentifier(to text: String) -> String? {
    if let pattern = Self.mimePattern(Tag(written: text)) {
      return pattern.mediaSupertypes.first { $0 != .data }?.rawValue
    }
    var identifiers: [String] = []
    for type in image.typeIndices where image.isDescribed(type, in: .merged) {
      identifiers.append(identifier(of: type))
    }
    return EditDistance.nearest(to: text.lowercased(), among: identifiers)
  }
}

extension Engine {
  /// Also true for a type and itself.
  func conforms(_ type: NamedType, to other: NamedType) -> Bool {
    switch (type, other) {
    case (.declared(let type), .declared(let other)): conformance.holds(type, other)
    case (.dynamic(let type), .declared(let other)):
      type.conformsTo.contains { supertype in
        declaredType(supertype.rawValue).map { conformance.holds($0, other) } ?? false
      }
    case (.dynamic(let type), .dynamic(let other)): type.identifier == other.identifier
    case (.declared, .dynamic): false
    }
  }
}
