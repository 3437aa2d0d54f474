package import UTITypeGraph

/// The MIME names and supertypes of uniform types in the declarations of some files.
///
/// A conversion uses it for types that the converted files name but do not declare.
package struct TypeVocabulary: Sendable {
  private var declarations: [TypeIdentifier: TypeDeclaration] = [:]
  private var identifiers: [MIMEName: TypeIdentifier] = [:]
  private(set) var aliases: [MIMEName: MIMEName] = [:]
  private var described: Set<MIMEName> = []

  /// Makes a vocabulary.
  ///
  /// - Complexity: O(*n* log *n*) in the number of declarations.
  package init(_ files: [DeclarationFile] = []) {
    add(files)
  }

  /// The files have lower precedence than the existing ones.
  mutating func add(_ files: [DeclarationFile]) {
    var claims: [(rank: Int, name: MIMEName, identifier: TypeIdentifier)] = []
    for type in files.lazy.flatMap(\.types) where declarations[type.identifier] == nil {
      declarations[type.identifier] = type
      for (rank, name) in type.mimeNames.enumerated() {
        claims.append((rank, name, type.identifier))
      }
    }
    // If several types have a name, the one that lists it earlier among its tags gets it.
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

  /// A declared type, or the one of the derived identifier.
  func identifier(of name: MIMEName) -> TypeIdentifier {
    if let identifier = identifiers[name] { return identifier }
    let resolved = aliases[name] ?? name
    return identifiers[resolved] ?? resolved.derivedIdentifier
  }

  /// The first that packages use; nil when the declared type has no name.
  func mimeName(of identifier: TypeIdentifier) -> MIMEName? {
    let names = declarations[identifier]?.mimeNames ?? []
    return names.first { described.contains(aliases[$0] ?? $0) } ?? names.first
      ?? MIMEName(derivedFrom: identifier)
  }

  /// The canonical name for an alias in packages.
  func canonicalName(of identifier: TypeIdentifier) -> MIMEName? {
    mimeName(of: identifier).map { aliases[$0] ?? $0 }
  }

  func declares(_ identifier: TypeIdentifier) -> Bool { declarations[identifier] != nil }

  func parents(of identifier: TypeIdentifier) -> [TypeIdentifier] {
    declarations[identifier]?.conformsTo.map(\.value) ?? []
  }

  /// The result includes the types, and at most about as many as a registry gives a type.
  func supertypes(of types: [TypeIdentifier]) -> Set<TypeIdentifier> {
    var result = Set(types)
    var pending = types
    let limit = types.count + RegistryLimits().supertypeCount
    while result.count <= limit, let type = pending.popLast() {
      pending += parents(of: type).filter { result.insert($0).inserted }
    }
    return result
  }

  /// The place of the first of some types that a type is or conforms to; O(*n*) in statements.
  func firstSupertypes(among supertypes: [TypeIdentifier]) -> [TypeIdentifier: Int] {
    var subtypes: [TypeIdentifier: [TypeIdentifier]] = [:]
    for type in declarations.values {
      for parent in type.conformsTo { subtypes[parent.value, default: []].append(type.identifier) }
    }
    var result: [TypeIdentifier: Int] = [:]
    for (place, supertype) in supertypes.enumerated() {
      var pending = [supertype]
      while let type = pending.popLast() {
        guard result[type] == nil else { continue }
        result[type] = place
        pending += subtypes[type] ?? []
      }
    }
    return result
  }
}

extension TypeDeclaration {
  /// The best first; the name in a derived identifier has precedence over tags.
  var mimeNames: [MIMEName] {
    let derived = MIMEName(derivedFrom: identifier)
    let tags = self.tags.map(\.value).filter { $0.tagClass == .mimeType }
    return (derived.map { [$0] } ?? [])
      + tags.compactMap { MIMEName($0.value) }.filter { $0.isDeclarable && $0 != derived }
  }
}

extension MIMEName {
  /// Wildcards are excluded (rule 8.8).
  var isDeclarable: Bool { !canonical.utf8.contains(UInt8(ascii: "*")) }
}
