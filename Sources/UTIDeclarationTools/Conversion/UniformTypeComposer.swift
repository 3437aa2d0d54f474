internal import UTIPlatform
internal import UTITypeDeclarations
internal import UTITypeGraph
internal import UTIXMLFormats

/// A converter of MIME types to uniform types.
struct UniformTypeComposer {
  private let files: [DeclarationFile]
  private let vocabulary: TypeVocabulary
  private var losses: LossList
  private var types: [TypeDeclaration] = []
  private var indices: [TypeIdentifier: Int] = [:]
  /// Statements of types to which others were added, by their place.
  private var statements: [Int: TypeStatements] = [:]
  private var bundleIdentifier: String?
  /// Only names without their own element have one.
  private var identifiers: [MIMEName: TypeIdentifier] = [:]
  /// MIME types with a stated parent in some file.
  private let namesWithParents: Set<MIMEName>

  init(files: [DeclarationFile], vocabulary: TypeVocabulary, losses: LossList) {
    self.files = files
    var vocabulary = vocabulary
    vocabulary.add(files)
    self.vocabulary = vocabulary
    self.losses = losses
    namesWithParents = Set(
      files.lazy.flatMap(\.mimeTypes).filter { !$0.superclasses.isEmpty }.map(\.name))
  }

  var conversion: Conversion {
    let source = DeclarationSource(
      path: files.first?.source.path ?? "", format: .propertyList,
      layer: files.first?.source.layer ?? .program, bundleIdentifier: bundleIdentifier)
    return Conversion(
      file: DeclarationFile(
        source: source, types: types, kinds: files.flatMap(\.kinds),
        documentTypes: files.flatMap(\.documentTypes)),
      losses: losses.losses)
  }

  mutating func compose() {
    for type in files.flatMap(\.types) {
      if indices[type.identifier] == nil { indices[type.identifier] = types.count }
      types.append(type)
    }
    assignIdentifiers()
    for (index, file) in files.enumerated() {
      losses.begin(file, index)
      take(file.source.bundleIdentifier, at: SourcePosition(line: 1, column: 1))
      for type in MergedDescriptions([file]).types { add(type) }
    }
  }

  /// A file has only one bundle identifier.
  private mutating func take(_ bundle: String?, at position: SourcePosition) {
    guard let bundle, bundle != bundleIdentifier else { return }
    guard bundleIdentifier != nil else {
      bundleIdentifier = bundle
      return
    }
    losses.report(
      .bundleIdentifier, at: position,
      "the bundle identifier “\(bundle)” is lost: the file names “\(bundleIdentifier ?? "")”")
  }

  // MARK: Identifiers

  /// The declared or derived identifier; if two names share it, the preferred name gets it.
  private mutating func assignIdentifiers() {
    var owners: [TypeIdentifier: MIMEName] = [:]
    let names = files.flatMap(\.mimeTypes).filter { $0.uniformTypes.isEmpty }.map(\.name)
    for type in files.lazy.flatMap(\.mimeTypes) {
      for element in type.uniformTypes {
        owners[element.identifier] = type.name
        if identifiers[type.name] == nil { identifiers[type.name] = element.identifier }
      }
    }
    for takesAnyName in [false, true] {
      for name in names where identifiers[name] == nil {
        let identifier = vocabulary.identifier(of: name)
        let isPreferred = vocabulary.mimeName(of: identifier) == name
        guard takesAnyName || isPreferred, owners[identifier] == nil else { continue }
        owners[identifier] = name
        identifiers[name] = identifier
      }
    }
  }

  private func identifier(of name: MIMEName) -> TypeIdentifier {
    identifiers[name] ?? vocabulary.identifier(of: name)
  }

  // MARK: Types

  private mutating func add(_ type: MIMETypeDeclaration) {
    let elements = type.uniformTypes
    for element in elements {
      take(element.bundleIdentifier, at: type.position)
      types.append(type.uniformType(element, identifier: identifier))
    }
    if elements.isEmpty { add(declaration(type)) }
    type.reportLosses(beside: elements, to: &losses)
  }

  /// Several declarations of one type are merged.
  private mutating func add(_ declaration: TypeDeclaration) {
    guard let index = indices[declaration.identifier] else {
      indices[declaration.identifier] = types.count
      types.append(declaration)
      return
    }
    if let known = types[index].description, let text = declaration.description, text != known {
      losses.report(
        .comment, at: declaration.position,
        "the description “\(text)” is lost: \(declaration.identifier) is “\(known)” already")
    }
    statements[index, default: TypeStatements(types[index])].add(declaration, to: &types[index])
  }

  private mutating func declaration(_ type: MIMETypeDeclaration) -> TypeDeclaration {
    let name = type.name
    let identifier = identifiers[name] ?? name.derivedIdentifier
    let comment = type.developmentComment ?? type.comments.first { $0.language.hasPrefix("en") }
    return TypeDeclaration(
      identifier: identifier, position: type.position, isExported: false,
      conformsTo: supertypes(of: type, identifier),
      tags: type.statedTags(.filenameExtension) + type.statedTags(.mimeType),
      description: comment?.text)
  }

  /// Parents that a declaration omits are formats in which bytes are stored: a docx is no archive.
  private mutating func supertypes(
    of type: MIMETypeDeclaration, _ identifier: TypeIdentifier
  ) -> [Located<TypeIdentifier>] {
    let stated = type.superclasses.map { Located(self.identifier(of: $0.value), at: $0.position) }
    guard vocabulary.declares(identifier) else {
      guard stated.isEmpty, !namesWithParents.contains(type.name) else { return stated }
      return type.name.mediaSupertypes.map { Located($0, at: type.position) }
    }
    let known = vocabulary.parents(of: identifier)
    let above = vocabulary.supertypes(of: known)
    for parent in stated where !above.contains(parent.value) {
      losses.report(
        .superclass, at: parent.position,
        "that \(type.name) is stored as \(parent.value) is lost: "
          + "the declaration of \(identifier) does not conform to it")
    }
    return known.map { Located($0, at: type.position) }
  }
}

/// The tags and supertypes of a type to which other sources add.
private struct TypeStatements {
  private var tags: Set<Tag>
  private var parents: Set<TypeIdentifier>

  init(_ type: TypeDeclaration) {
    tags = Set(type.tags.lazy.map(\.value))
    parents = Set(type.conformsTo.lazy.map(\.value))
  }

  mutating func add(_ other: TypeDeclaration, to type: inout TypeDeclaration) {
    type.tags += other.tags.filter { !tags.contains($0.value) }
    tags.formUnion(other.tags.lazy.map(\.value))
    type.description = type.description ?? other.description
    type.conformsTo += other.conformsTo.filter { !parents.contains($0.value) }
    parents.formUnion(other.conformsTo.lazy.map(\.value))
  }
}

extension UniformTypeElement {
  /// The form in a package.
  var text: String {
    var writer = XMLWriter(indentation: "  ", level: 2)
    let isEmpty = conformsTo.isEmpty && tags.isEmpty && iconFiles.isEmpty && description == nil
    if isEmpty {
      writer.element("uti:type", attributes)
    } else {
      writer.element("uti:type", attributes) { writer in
        for parent in conformsTo {
          writer.element("uti:conforms-to", [("type", parent.rawValue)])
        }
        if let description { writer.element("uti:description", [("text", description)]) }
        for tag in tags {
          writer.element("uti:tag", [("class", tag.tagClass.rawValue), ("value", tag.value)])
        }
        for icon in iconFiles { writer.element("uti:icon", [("file", icon)]) }
      }
    }
    return String(writer.text.trimmingBlanks)
  }

  private var attributes: [(name: String, value: String)] {
    var result = [
      (name: "xmlns:uti", value: "\(Self.namespace)"),
      (name: "identifier", value: identifier.rawValue),
      (name: "declared", value: isExported ? "exported" : "imported"),
    ]
    if let bundleIdentifier { result.append(("bundle", bundleIdentifier)) }
    if let version { result.append(("version", version)) }
    if let referenceURL { result.append(("reference", referenceURL)) }
    if isWildcard { result.append(("wildcard", "true")) }
    if hasNoMIMETag { result.append(("mime-type", "none")) }
    return result
  }
}
