public import TypeGraph

/// What MIME names uniform types have and what they conform to, by the declarations of some files.
///
/// A conversion asks it about types that the files being converted name but do not declare.
public struct TypeVocabulary: Sendable {
  private var declarations: [TypeIdentifier: TypeDeclaration] = [:]
  private var identifiers: [MIMEName: TypeIdentifier] = [:]
  private(set) var aliases: [MIMEName: MIMEName] = [:]
  /// The names under which packages describe types.
  private var described: Set<MIMEName> = []

  /// Makes a vocabulary.
  ///
  /// - Parameter files: the declarations, those that count most first.
  /// - Complexity: O(*n* log *n*) in the number of declarations.
  public init(_ files: [DeclarationFile] = []) {
    add(files)
  }

  /// Adds files that count less than what is known already.
  mutating func add(_ files: [DeclarationFile]) {
    var claims: [(rank: Int, name: MIMEName, identifier: TypeIdentifier)] = []
    for type in files.lazy.flatMap(\.types) where declarations[type.identifier] == nil {
      declarations[type.identifier] = type
      for (rank, name) in type.mimeNames.enumerated() {
        claims.append((rank, name, type.identifier))
      }
    }
    // Where several types carry a name, the one that names it earlier among its tags has it.
    let order = claims.indices.sorted { (claims[$0].rank, $0) < (claims[$1].rank, $1) }
    for index in order where identifiers[claims[index].name] == nil {
      identifiers[claims[index].name] = claims[index].identifier
    }
    for type in files.lazy.flatMap(\.mimeTypes) {
      described.insert(type.name)
      for alias in type.aliases where aliases[alias.value] == nil {
        aliases[alias.value] = type.name
      }
    }
  }

  /// The type that a MIME name stands for: a declared one, or the one of the derived identifier.
  func identifier(of name: MIMEName) -> TypeIdentifier {
    if let identifier = identifiers[name] { return identifier }
    let resolved = aliases[name] ?? name
    return identifiers[resolved] ?? resolved.derivedIdentifier
  }

  /// The MIME name that a type is declared with, of several the first that packages use; nil when it has
  /// none.
  func mimeName(of identifier: TypeIdentifier) -> MIMEName? {
    let names = declarations[identifier]?.mimeNames ?? []
    return names.first { described.contains(aliases[$0] ?? $0) } ?? names.first
      ?? MIMEName(derivedFrom: identifier)
  }

  /// The MIME name of a type, or what packages call it of which that is an alias.
  func canonicalName(of identifier: TypeIdentifier) -> MIMEName? {
    mimeName(of: identifier).map { aliases[$0] ?? $0 }
  }

  /// Whether a declaration of a type is known.
  func declares(_ identifier: TypeIdentifier) -> Bool { declarations[identifier] != nil }

  /// The types that a type is declared to conform to.
  func parents(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    declarations[identifier]?.conformsTo.map(\.value) ?? []
  }

  /// All types above a list of types, those themselves included.
  func supertypes(of types: [TypeIdentifier]) -> Set<TypeIdentifier> {
    var result = Set(types)
    var pending = types
    while let type = pending.popLast() {
      pending += parents(of: type).filter { result.insert($0).inserted }
    }
    return result
  }
}

extension TypeDeclaration {
  /// The names that the type is known by in shared-mime-info, best first.
  ///
  /// A derived identifier stands for its name before any tag does.
  var mimeNames: [MIMEName] {
    let derived = MIMEName(derivedFrom: identifier)
    let tags = self.tags.map(\.value).filter { $0.tagClass == .mimeType }
    return (derived.map { [$0] } ?? [])
      + tags.compactMap { MIMEName($0.value) }.filter { $0.isDeclarable && $0 != derived }
  }
}

extension MIMEName {
  /// Whether a package can describe a type of this name, which a wildcard is not (rule 8.8).
  var isDeclarable: Bool { !canonical.utf8.contains(UInt8(ascii: "*")) }
}
