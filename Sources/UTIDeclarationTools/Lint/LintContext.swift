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
  /// nil if the file is not a property list.
  let propertyList: PropertyListOutline?
  private let ownTypes: Set<TypeIdentifier>
  private let others: ReferenceFiles
  private let merged: MergedFiles

  init(
    file: DeclarationFile, others: ReferenceFiles, merged: MergedFiles,
    propertyList: PropertyListOutline?
  ) {
    source = file.source
    ownTypes = Set(file.types.map(\.identifier))
    self.others = others
    self.merged = merged
    self.propertyList = propertyList
  }

  /// The registry of the other files and this file.
  var image: RegistryImage { merged.image }

  /// The findings of merging the file with the others.
  var mergingFindings: [DeclarationDiagnostic] { merged.findings[source.path] ?? [] }

  /// The lowest layer declares the system's types.
  var isBase: Bool { source.layer == .base }

  /// The declaration's own place if it lacks the key.
  func place(of key: String, in declaration: SourcePosition) -> SourcePosition {
    propertyList?.entry(key, ofDictionaryAt: declaration)?.keyPosition ?? declaration
  }
}

// MARK: Identifiers

extension LintContext {
  func isDescribed(_ identifier: TypeIdentifier) -> Bool {
    image.type(identifier: identifier).map { image.isDescribed($0, in: .merged) } ?? false
  }

  /// The first ones outside of the file.
  func otherDeclarations(of identifier: TypeIdentifier) -> ReferenceFiles.Declarations {
    others.declarations(of: identifier, outside: source.path)
  }

  func systemDeclaration(of identifier: TypeIdentifier) -> ReferenceFiles.Statement? {
    otherDeclarations(of: identifier).ofSystem
  }

  func nearestIdentifier(to identifier: TypeIdentifier) -> String? {
    merged.identifiers.nearest(to: identifier.rawValue)
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
    merged.detector.type(ofName: "name." + value).map { image.identifier(of: $0) }
  }

  /// The MIME name if there is one, for messages.
  func name(of type: TypeIndex) -> String {
    image.mimeName(of: type) ?? image.identifier(of: type).rawValue
  }

  /// The package then extends the type.
  func isDescribedElsewhere(_ type: MIMETypeDeclaration) -> Bool {
    if isInAnotherFile(type.name) { return true }
    return systemTypes(named: type.name).contains { image.isBase($0) }
  }

  func isInAnotherFile(_ name: MIMEName) -> Bool {
    others.describes(name, outside: source.path)
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

  /// The statement of another file on the way from a superclass to a type, which closes a cycle.
  func foreignStatement(
    onWayFrom superclass: MIMEName, to type: MIMEName
  ) -> SuperclassStatements.Statement? {
    merged.foreignStatement(onWayFrom: superclass, to: type, outside: source.path)
  }

  /// The types of a name by globs.
  func globAnswer(forName name: String) -> GlobAnswers.Answer { merged.globAnswer(forName: name) }

  func nearestMIMEName(to name: MIMEName) -> String? {
    merged.mimeNames.nearest(to: name.canonical)
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
  private let files: [DeclarationFile]
  private let places: [String: [Int]]
  private let declarations: [TypeIdentifier: (all: First, exported: First, ofSystem: First)]
  private let descriptions: [MIMEName: First]
  private let nameSearchCount: Int
  private let merged = Mutex<MergedFiles?>(nil)

  struct Statement: Sendable {
    let isExported: Bool
    let source: DeclarationSource
  }

  /// The first declarations of a type.
  struct Declarations {
    let any: Statement?
    let exported: Statement?
    let ofSystem: Statement?
  }

  /// The first of some statements, and the first in another file than that.
  private struct First: Sendable {
    private var first: Statement?
    private var other: Statement?

    mutating func add(_ statement: Statement) {
      if first == nil { first = statement }
      if other == nil, statement.source.path != first?.source.path { other = statement }
    }

    func outside(_ path: String) -> Statement? { first?.source.path == path ? other : first }
  }

  /// The limit is of searches for nearest names.
  init(_ files: [DeclarationFile], nameSearchCount: Int) {
    self.files = files
    self.nameSearchCount = nameSearchCount
    places = Dictionary(grouping: files.indices) { files[$0].source.path }
    var declarations: [TypeIdentifier: (all: First, exported: First, ofSystem: First)] = [:]
    var descriptions: [MIMEName: First] = [:]
    for file in files {
      for type in file.types {
        let statement = Statement(isExported: type.isExported, source: file.source)
        var known = declarations[type.identifier] ?? (First(), First(), First())
        known.all.add(statement)
        if type.isExported { known.exported.add(statement) }
        if file.source.layer == .base { known.ofSystem.add(statement) }
        declarations[type.identifier] = known
      }
      for type in file.mimeTypes {
        descriptions[type.name, default: First()].add(
          Statement(isExported: true, source: file.source))
      }
    }
    self.declarations = declarations
    self.descriptions = descriptions
  }

  func files(at path: String) -> [DeclarationFile] { places[path, default: []].map { files[$0] } }

  /// The files with some of them in the place of the ones with the same paths.
  func replacing(_ changed: [DeclarationFile]) -> [DeclarationFile] {
    var result = files
    for file in changed {
      for place in places[file.source.path, default: []]
      where files[place].source.format == file.source.format {
        result[place] = file
      }
    }
    return result
  }

  func declarations(of identifier: TypeIdentifier, outside path: String) -> Declarations {
    let known = declarations[identifier]
    return Declarations(
      any: known?.all.outside(path), exported: known?.exported.outside(path),
      ofSystem: known?.ofSystem.outside(path))
  }

  func describes(_ name: MIMEName, outside path: String) -> Bool {
    descriptions[name]?.outside(path) != nil
  }

  /// Files that are among the files share one merge.
  func merged(with file: DeclarationFile) throws(ImageError) -> MergedFiles {
    guard files(at: file.source.path).contains(file) else {
      let others = files.filter { $0.source.path != file.source.path }
      return try MergedFiles(others + [file], nameSearchCount: nameSearchCount)
    }
    return try merged.withLock { (merged) throws(ImageError) in
      if let merged { return merged }
      let made = try MergedFiles(files, nameSearchCount: nameSearchCount)
      merged = made
      return made
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
