internal import TypeGraph
internal import UTIPlatform
internal import XMLFormats

/// What a rule can ask beside the declarations: the registry that the file becomes part of.
///
/// It does not have the declarations of the file, so that no rule about one of them looks through all
/// others for each: the time of a check would grow with the square of their number.
package struct LintContext: Sendable {
  /// Where the file comes from.
  let source: DeclarationSource
  /// The registry of the other files and this one.
  let image: RegistryImage
  /// The keys of the file, if it is a property list.
  let propertyList: PropertyListOutline?
  /// The MIME types that other files describe.
  let otherMIMENames: Set<MIMEName>
  private let others: OtherFiles
  private let identifiers: NearestNames
  private let mimeNames: NearestNames

  init(
    source: DeclarationSource, others: OtherFiles, image: RegistryImage,
    propertyList: PropertyListOutline?, nameSearchCount: Int
  ) {
    self.source = source
    self.others = others
    self.image = image
    self.propertyList = propertyList
    otherMIMENames = others.mimeNames(outside: source.path)
    identifiers = NearestNames(limit: nameSearchCount) {
      image.describedTypes.map { image.identifier(of: $0).rawValue }
    }
    mimeNames = NearestNames(limit: nameSearchCount) {
      image.describedTypes.flatMap(image.mimeNames)
    }
  }

  /// Whether the file belongs to the lowest layer, which speaks for the system itself.
  var isBase: Bool { source.layer == .base }

  /// The place of a key in the dictionary that states a declaration, or the declaration's own.
  func place(of key: String, in declaration: SourcePosition) -> SourcePosition {
    propertyList?.entry(key, ofDictionaryAt: declaration)?.keyPosition ?? declaration
  }
}

extension RegistryImage {
  fileprivate var describedTypes: [TypeIndex] {
    typeIndices.filter { isDescribed($0, in: .merged) }
  }

  /// All MIME names of a type, the canonical one first.
  fileprivate func mimeNames(of type: TypeIndex) -> [String] {
    let name = mimeName(of: type)
    let others = tags(of: type).lazy.map(\.tag).filter { $0.tagClass == .mimeType }.map(\.value)
    return (name.map { [$0] } ?? []) + others.filter { $0 != name }
  }
}

// MARK: Identifiers

extension LintContext {
  /// Whether any file describes a type.
  func isDescribed(_ identifier: TypeIdentifier) -> Bool {
    image.type(identifier: identifier).map { image.isDescribed($0, in: .merged) } ?? false
  }

  /// The declarations of a type in other files.
  func otherDeclarations(of identifier: TypeIdentifier) -> [OtherFiles.Statement] {
    others.declarations(of: identifier, outside: source.path)
  }

  /// The declaration of a type by the system.
  func systemDeclaration(of identifier: TypeIdentifier) -> OtherFiles.Statement? {
    otherDeclarations(of: identifier).first { $0.source.layer == .base }
  }

  /// The identifier that a misspelt one was probably meant to be.
  func nearestIdentifier(to identifier: TypeIdentifier) -> String? {
    identifiers.nearest(to: identifier.rawValue)
  }

  /// Whether a type is another or lies below it.
  func conforms(_ identifier: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    guard let type = image.type(identifier: identifier), let other = image.type(identifier: other)
    else { return identifier == other }
    return image.conforms(type, to: other, in: .merged)
  }

  /// Whether one of the stated parents of a declaration is a type or lies below it.
  ///
  /// That holds for the declaration itself, whether or not it is the one that counts.
  func conforms(_ declaration: TypeDeclaration, to other: TypeIdentifier) -> Bool {
    declaration.identifier == other
      || declaration.conformsTo.contains { conforms($0.value, to: other) }
  }
}

// MARK: Tags and MIME names

extension LintContext {
  /// The first type of the system that has a tag and is a stream or a directory as a declaration
  /// of the file is; look-ups ask for one of the two kinds.
  func systemType(with tag: Tag, ofTheKindOf declaration: TypeDeclaration) -> TypeIdentifier? {
    // Types of the base come before all others.
    [TypeIdentifier.data, .directory].lazy
      .filter { conforms(declaration, to: $0) }
      .compactMap { image.type(identifier: $0) }
      .compactMap { image.firstType(with: tag, conformingTo: $0, in: .declared) }
      .first { image.isBase($0) }
      .map { image.identifier(of: $0) }
  }

  /// What a type is called in messages: its MIME name if it has one.
  func name(of type: TypeIndex) -> String {
    image.mimeName(of: type) ?? image.identifier(of: type).rawValue
  }

  /// Whether a type of a package is one that other files describe too, which it adds to.
  func isDescribedElsewhere(_ type: MIMETypeDeclaration) -> Bool {
    if otherMIMENames.contains(type.name) { return true }
    return systemTypes(named: type.name).contains { image.isBase($0) }
  }

  /// The declared types of the system that have a MIME name.
  func systemTypes(named name: MIMEName) -> [TypeIndex] {
    let tag = Tag(tagClass: .mimeType, value: name.canonical)
    return image.types(with: tag, in: .declared).filter(image.isBase)
  }

  /// Whether any file describes a MIME type, under this or another name.
  func isDescribed(_ name: MIMEName) -> Bool {
    image.type(mimeName: name.canonical) != nil
      || isDescribed(name.derivedIdentifier)
      || image.firstType(
        with: Tag(tagClass: .mimeType, value: name.canonical), conformingTo: nil, in: .merged)
        != nil
  }

  /// The MIME types that the file and the others describe, each with the path of its file; the
  /// base speaks only where no other file describes a type.
  func mergedMIMETypes(
    with file: DeclarationFile
  ) -> [(type: MIMETypeDeclaration, file: String)] {
    let files = others.files.filter { $0.source.path != file.source.path } + [file]
    let described = Set(
      files.lazy.filter { $0.source.layer != .base }.flatMap { $0.mimeTypes.map(\.name) })
    return files.flatMap { file in
      file.mimeTypes.lazy
        .filter { file.source.layer != .base || !described.contains($0.name) }
        .map { ($0, file.source.path) }
    }
  }

  /// The MIME name that a misspelt one was probably meant to be.
  func nearestMIMEName(to name: MIMEName) -> String? {
    mimeNames.nearest(to: name.canonical)
  }
}
