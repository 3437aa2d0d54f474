internal import Synchronization
internal import UTIPlatform
internal import UTITypeDetection
internal import UTITypeGraph
internal import UTIXMLFormats

/// The context of a rule in addition to the declarations: the registry that includes the file.
///
/// It does not have the declarations of the file, so that no rule compares each of them with all
/// others: the time of a check would grow with the square of their number.
package struct LintContext: Sendable {
  /// The source of the file.
  let source: DeclarationSource
  /// The registry of the other files and this file.
  let image: RegistryImage
  /// The keys of the file, if it is a property list.
  let propertyList: PropertyListOutline?
  /// The MIME types that other files describe.
  let otherMIMENames: Set<MIMEName>
  /// The types that the file declares.
  private let ownTypes: Set<TypeIdentifier>
  private let detector: TypeDetector
  private let others: ReferenceFiles
  private let identifiers: NearestNames
  private let mimeNames: NearestNames

  init(
    file: DeclarationFile, others: ReferenceFiles, image: RegistryImage,
    propertyList: PropertyListOutline?, nameSearchCount: Int
  ) {
    source = file.source
    ownTypes = Set(file.types.map(\.identifier))
    detector = TypeDetector(image: image)
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

  /// True if the file belongs to the lowest layer, which declares the system's types.
  var isBase: Bool { source.layer == .base }

  /// Returns the place of a key in the dictionary of a declaration, or the declaration's own.
  func place(of key: String, in declaration: SourcePosition) -> SourcePosition {
    propertyList?.entry(key, ofDictionaryAt: declaration)?.keyPosition ?? declaration
  }
}

extension RegistryImage {
  fileprivate var describedTypes: [TypeIndex] {
    typeIndices.filter { isDescribed($0, in: .merged) }
  }

  /// Returns all MIME names of a type, the canonical one first.
  fileprivate func mimeNames(of type: TypeIndex) -> [String] {
    let name = mimeName(of: type)
    let others = tags(of: type).lazy.map(\.tag).filter { $0.tagClass == .mimeType }.map(\.value)
    return (name.map { [$0] } ?? []) + others.filter { $0 != name }
  }
}

// MARK: Identifiers

extension LintContext {
  /// Returns true if some file describes a type.
  func isDescribed(_ identifier: TypeIdentifier) -> Bool {
    image.type(identifier: identifier).map { image.isDescribed($0, in: .merged) } ?? false
  }

  /// Returns the declarations of a type in other files.
  func otherDeclarations(of identifier: TypeIdentifier) -> [ReferenceFiles.Statement] {
    others.declarations(of: identifier, outside: source.path)
  }

  /// Returns the system's declaration of a type.
  func systemDeclaration(of identifier: TypeIdentifier) -> ReferenceFiles.Statement? {
    otherDeclarations(of: identifier).first { $0.source.layer == .base }
  }

  /// Returns the probable intention of a misspelt identifier.
  func nearestIdentifier(to identifier: TypeIdentifier) -> String? {
    identifiers.nearest(to: identifier.rawValue)
  }

  /// Returns true if a type is another or conforms to it.
  func conforms(_ identifier: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    guard let type = image.type(identifier: identifier), let other = image.type(identifier: other)
    else { return identifier == other }
    return image.conforms(type, to: other, in: .merged)
  }

  /// Returns true if a declaration's type or one of its stated parents is a type or conforms to it.
  ///
  /// The result is for this declaration, whether or not it is active.
  func conforms(_ declaration: TypeDeclaration, to other: TypeIdentifier) -> Bool {
    declaration.identifier == other
      || declaration.conformsTo.contains { conforms($0.value, to: other) }
  }
}

// MARK: Tags and MIME names

extension LintContext {
  /// Returns the type that look-ups of a tag prefer to a declaration of the file, if it is another
  /// type of the system or of the file: the first that is a stream or a directory like it, as look-ups
  /// select one of the two kinds.
  func rival(of declaration: TypeDeclaration, for tag: Tag) -> TypeIdentifier? {
    [TypeIdentifier.data, .directory].lazy
      .filter { conforms(declaration, to: $0) }
      .compactMap { image.type(identifier: $0) }
      .compactMap { image.firstType(with: tag, conformingTo: $0, in: .declared) }
      .first { image.isBase($0) || ownTypes.contains(image.identifier(of: $0)) }
      .map { image.identifier(of: $0) }
      .flatMap { $0 == declaration.identifier ? nil : $0 }
  }

  /// Returns the type that names with an extension indicate.
  func typeOfNames(withExtension value: String) -> TypeIdentifier? {
    detector.type(ofName: "name." + value).map { image.identifier(of: $0) }
  }

  /// Returns the name of a type in messages: its MIME name if it has one.
  func name(of type: TypeIndex) -> String {
    image.mimeName(of: type) ?? image.identifier(of: type).rawValue
  }

  /// Returns true if other files also describe a type of a package, which then extends it.
  func isDescribedElsewhere(_ type: MIMETypeDeclaration) -> Bool {
    if otherMIMENames.contains(type.name) { return true }
    return systemTypes(named: type.name).contains { image.isBase($0) }
  }

  /// Returns the system's declared types with a MIME name.
  func systemTypes(named name: MIMEName) -> [TypeIndex] {
    let tag = Tag(tagClass: .mimeType, value: name.canonical)
    return image.types(with: tag, in: .declared).filter(image.isBase)
  }

  /// Returns true if some file describes a MIME type, under this or another name.
  func isDescribed(_ name: MIMEName) -> Bool {
    image.type(mimeName: name.canonical) != nil
      || isDescribed(name.derivedIdentifier)
      || image.firstType(
        with: Tag(tagClass: .mimeType, value: name.canonical), conformingTo: nil, in: .merged)
        != nil
  }

  /// Returns the MIME types that the file and the others describe, each with the path of its file;
  /// the base contributes only types that no other file describes.
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

  /// Returns the probable intention of a misspelt MIME name.
  func nearestMIMEName(to name: MIMEName) -> String? {
    mimeNames.nearest(to: name.canonical)
  }
}

/// A search for the intended spelling of misspelt names, with a limit.
///
/// Each search compares a name with all others of about its length, and a hostile file has a
/// misspelt name in every line.
final class NearestNames: Sendable {
  /// The limit of comparisons of all searches together: a hundred searches in a large database.
  static let greatestStepCount = 500_000

  private let candidates: @Sendable () -> [String]
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    /// The names to search; nil before the first search, which collects them.
    var names: [String]?
    var found: [String: String?] = [:]
  }

  /// - Parameters:
  ///   - candidates: returns the possible names; called by the first search.
  ///   - limit: the greatest number of searches among few names.
  init(limit: Int, _ candidates: @escaping @Sendable () -> [String]) {
    self.candidates = candidates
    self.limit = limit
  }

  /// Returns the probable candidate; nil when none is near, or after too many searches.
  func nearest(to name: String) -> String? {
    state.withLock { state in
      if let known = state.found[name] { return known }
      let names = state.names ?? candidates()
      state.names = names
      guard state.found.count < min(limit, Self.greatestStepCount / max(names.count, 1)) else {
        return nil
      }
      let nearest = EditDistance.nearest(to: name, among: names)
      state.found[name] = .some(nearest)
      return nearest
    }
  }
}
