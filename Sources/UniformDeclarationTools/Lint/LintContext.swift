internal import Synchronization
internal import UTIPlatform
internal import UTITypeDetection
internal import UTITypeGraph
internal import UTIXMLFormats

/// The context of a rule in addition to the declarations: the registry that includes the file.
///
/// Rules thus need not compare declarations with all others, in time of the square of their number.
package struct LintContext: Sendable {
  let source: DeclarationSource
  /// The registry of the other files and this file.
  let image: RegistryImage
  /// nil if the file is not a property list.
  let propertyList: PropertyListOutline?
  let otherMIMENames: Set<MIMEName>
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

  /// The lowest layer declares the system's types.
  var isBase: Bool { source.layer == .base }

  /// The declaration's own place if it lacks the key.
  func place(of key: String, in declaration: SourcePosition) -> SourcePosition {
    propertyList?.entry(key, ofDictionaryAt: declaration)?.keyPosition ?? declaration
  }
}

extension RegistryImage {
  fileprivate var describedTypes: [TypeIndex] {
    typeIndices.filter { isDescribed($0, in: .merged) }
  }

  /// The canonical name is the first.
  fileprivate func mimeNames(of type: TypeIndex) -> [String] {
    let name = mimeName(of: type)
    let others = tags(of: type).lazy.map(\.tag).filter { $0.tagClass == .mimeType }.map(\.value)
    return (name.map { [$0] } ?? []) + others.filter { $0 != name }
  }
}

// MARK: Identifiers

extension LintContext {
  func isDescribed(_ identifier: TypeIdentifier) -> Bool {
    image.type(identifier: identifier).map { image.isDescribed($0, in: .merged) } ?? false
  }

  func otherDeclarations(of identifier: TypeIdentifier) -> [ReferenceFiles.Statement] {
    others.declarations(of: identifier, outside: source.path)
  }

  func systemDeclaration(of identifier: TypeIdentifier) -> ReferenceFiles.Statement? {
    otherDeclarations(of: identifier).first { $0.source.layer == .base }
  }

  func nearestIdentifier(to identifier: TypeIdentifier) -> String? {
    identifiers.nearest(to: identifier.rawValue)
  }

  /// Also true for the type itself.
  func conforms(_ identifier: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    guard let type = image.type(identifier: identifier), let other = image.type(identifier: other)
    else { return identifier == other }
    return image.conforms(type, to: other, in: .merged)
  }

  /// The type or a stated parent conforms, whether or not the declaration is active.
  func conforms(_ declaration: TypeDeclaration, to other: TypeIdentifier) -> Bool {
    declaration.identifier == other
      || declaration.conformsTo.contains { conforms($0.value, to: other) }
  }
}

// MARK: Tags and MIME names

extension LintContext {
  /// A type of the system or the file that look-ups prefer, a stream or directory like this one.
  func rival(of declaration: TypeDeclaration, for tag: Tag) -> TypeIdentifier? {
    [TypeIdentifier.data, .directory].lazy
      .filter { conforms(declaration, to: $0) }
      .compactMap { image.type(identifier: $0) }
      .compactMap { image.firstType(with: tag, conformingTo: $0, in: .declared) }
      .first { image.isBase($0) || ownTypes.contains(image.identifier(of: $0)) }
      .map { image.identifier(of: $0) }
      .flatMap { $0 == declaration.identifier ? nil : $0 }
  }

  func typeOfNames(withExtension value: String) -> TypeIdentifier? {
    detector.type(ofName: "name." + value).map { image.identifier(of: $0) }
  }

  /// The MIME name if there is one, for messages.
  func name(of type: TypeIndex) -> String {
    image.mimeName(of: type) ?? image.identifier(of: type).rawValue
  }

  /// The package then extends the type.
  func isDescribedElsewhere(_ type: MIMETypeDeclaration) -> Bool {
    if otherMIMENames.contains(type.name) { return true }
    return systemTypes(named: type.name).contains { image.isBase($0) }
  }

  func systemTypes(named name: MIMEName) -> [TypeIndex] {
    let tag = Tag(tagClass: .mimeType, value: name.canonical)
    return image.types(with: tag, in: .declared).filter(image.isBase)
  }

  /// The description may be under another name.
  func isDescribed(_ name: MIMEName) -> Bool {
    image.type(mimeName: name.canonical) != nil
      || isDescribed(name.derivedIdentifier)
      || image.firstType(
        with: Tag(tagClass: .mimeType, value: name.canonical), conformingTo: nil, in: .merged)
        != nil
  }

  /// Each type has the path of its file; the base adds only types that no other file describes.
  func mergedMIMETypes(with file: DeclarationFile) -> [(type: MIMETypeDeclaration, file: String)] {
    let files = others.files.filter { $0.source.path != file.source.path } + [file]
    let described = Set(
      files.lazy.filter { $0.source.layer != .base }.flatMap { $0.mimeTypes.map(\.name) })
    return files.flatMap { file in
      file.mimeTypes.lazy
        .filter { file.source.layer != .base || !described.contains($0.name) }
        .map { ($0, file.source.path) }
    }
  }

  func nearestMIMEName(to name: MIMEName) -> String? {
    mimeNames.nearest(to: name.canonical)
  }
}

/// A limited search for intended spellings: a hostile file has a misspelt name in every line.
final class NearestNames: Sendable {
  /// The limit of comparisons of all searches: a hundred searches in a large database.
  static let greatestStepCount = 500_000

  private let candidates: @Sendable () -> [String]
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    /// nil before the first search, which collects them.
    var names: [String]?
    var found: [String: String?] = [:]
  }

  /// The first search calls the closure; the limit is of searches among few names.
  init(limit: Int, _ candidates: @escaping @Sendable () -> [String]) {
    self.candidates = candidates
    self.limit = limit
  }

  /// nil when none is near, or after too many searches.
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

/// The files that others are checked against, with cached results of frequent queries.
final class ReferenceFiles: Sendable {
  let files: [DeclarationFile]
  private let declarations: [TypeIdentifier: [Statement]]
  private let image = Mutex<RegistryImage?>(nil)

  struct Statement: Sendable {
    let isExported: Bool
    let source: DeclarationSource
  }

  init(_ files: [DeclarationFile]) {
    self.files = files
    var declarations: [TypeIdentifier: [Statement]] = [:]
    for file in files {
      for type in file.types {
        declarations[type.identifier, default: []].append(
          Statement(isExported: type.isExported, source: file.source))
      }
    }
    self.declarations = declarations
  }

  func declarations(of identifier: TypeIdentifier, outside path: String) -> [Statement] {
    declarations[identifier, default: []].filter { $0.source.path != path }
  }

  func mimeNames(outside path: String) -> Set<MIMEName> {
    Set(files.lazy.filter { $0.source.path != path }.flatMap { $0.mimeTypes.map(\.name) })
  }

  /// A file that is among the files uses a shared registry.
  func image(with file: DeclarationFile) throws(ImageError) -> RegistryImage {
    guard files.contains(file) else {
      let others = files.filter { $0.source.path != file.source.path }
      return try RegistryBuilder(files: others + [file]).image()
    }
    return try image.withLock { (image) throws(ImageError) in
      if let image { return image }
      let built = try RegistryBuilder(files: files).image()
      image = built
      return built
    }
  }
}

/// The keys of a property list with their places, which declarations do not keep.
struct PropertyListOutline: Sendable {
  let root: PropertyListValue
  private var dictionaries: [SourcePosition: [PropertyListEntry]] = [:]
  /// The path to the value at each place, in a file without lines.
  private var paths: [SourcePosition: PropertyListPath] = [:]

  init(_ root: PropertyListValue) {
    self.root = root
    collect(root)
  }

  /// The message begins with the path, in a file without lines.
  func addingPath(to finding: DeclarationDiagnostic) -> DeclarationDiagnostic {
    guard let path = paths[finding.position], path != .root,
      !finding.message.hasPrefix("\(path): ")
    else { return finding }
    return DeclarationDiagnostic(
      finding.severity, rule: finding.rule, file: finding.file, position: finding.position,
      message: "\(path): \(finding.message)", remedy: finding.remedy)
  }

  func entry(_ key: String, ofDictionaryAt position: SourcePosition) -> PropertyListEntry? {
    dictionaries[position]?.last { $0.key == key }
  }

  func rootEntry(_ key: String) -> PropertyListEntry? {
    guard case .dictionary(let entries) = root.content else { return nil }
    return entries.last { $0.key == key }
  }

  func dictionaries(in key: String) -> [PropertyListValue] {
    guard case .array(let values) = root[key]?.content else { return [] }
    return values
  }

  /// The types that an extension shows or indexes (Apple, Information Property List Key Reference,
  /// "NSExtensionAttributes").
  var supportedContentTypes: [Located<TypeIdentifier>] {
    let attributes = root["NSExtension"]?["NSExtensionAttributes"]
    let lists = ["QLSupportedContentTypes", "CSSupportedContentTypes"].map {
      attributes?[$0]?.content
    }
    return lists.flatMap { content -> [Located<TypeIdentifier>] in
      guard case .array(let values) = content else { return [] }
      return values.compactMap { value in
        guard case .string(let text) = value.content else { return nil }
        return TypeIdentifier(text).map { identifier in Located(identifier, at: value.position) }
      }
    }
  }

  private mutating func collect(_ value: PropertyListValue) {
    if let path = value.path { paths[value.position] = path }
    switch value.content {
    case .array(let values):
      for value in values { collect(value) }
    case .dictionary(let entries):
      dictionaries[value.position] = entries
      for entry in entries {
        if let path = entry.value.path { paths[entry.keyPosition] = path }
        collect(entry.value)
      }
    default:
      break
    }
  }
}
