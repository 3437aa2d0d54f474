import UTITypeGraph
public import UniformTypes

/// The document types of all programs in a registry, in the order of precedence.
///
/// The types that the program itself adds to the registry, for example from its Info.plist, precede
/// the types that the user and the system have installed in `uniform-types/*.plist`. In a file, the
/// order of declaration applies.
public struct DocumentTypeCatalog: Sendable {
  /// The document types in the order of precedence.
  public let documentTypes: [DocumentType]
  /// The registry of the types.
  public let registry: TypeRegistry

  /// Collects the document types of a registry.
  ///
  /// - Parameter registry: the registry.
  /// - Complexity: O(*n*) in the number of document types.
  public init(registry: TypeRegistry = .current) {
    self.registry = registry
    var entryCounts: [DeclarationSource: Int] = [:]
    let all = registry.registeredDocumentTypes.map { declaration, source in
      let index = entryCounts[source, default: 0]
      entryCounts[source] = index + 1
      return DocumentType(
        declaration, origin: DeclarationOrigin(source: source, position: declaration.position),
        entryIndex: index, registry: registry)
    }
    documentTypes = all.sorted { left, right in
      left.origin.source == right.origin.source
        ? left.entryIndex < right.entryIndex : right.origin.source < left.origin.source
    }
  }
}

extension DocumentTypeCatalog {
  /// The type of a new document: the first declared type with the role Editor and a class.
  public var defaultType: UTType? {
    documentTypes.lazy
      .filter { $0.role == .editor && $0.obstacle == nil }
      .compactMap(\.contentTypes.first).first
  }

  /// Returns the first document type with a name (`CFBundleTypeName`).
  ///
  /// - Parameter name: the name in the form of NSDocumentController.
  public func documentType(named name: String) -> DocumentType? {
    documentTypes.first { $0.name == name }
  }

  /// Returns the types that a class reads, from all its entries.
  ///
  /// - Parameter isClass: returns whether a class name refers to the class.
  public func readableTypes(where isClass: (String) -> Bool) -> [UTType] {
    types(of: documentTypes.filter { $0.obstacle == nil && $0.classNames.contains(where: isClass) })
  }

  /// Returns the types that a class writes, from its entries with the role Editor.
  ///
  /// - Parameter isClass: returns whether a class name refers to the class.
  public func writableTypes(where isClass: (String) -> Bool) -> [UTType] {
    types(
      of: documentTypes.filter {
        $0.obstacle == nil && $0.role == .editor && $0.classNames.contains(where: isClass)
      })
  }

  /// Returns the other types that a class writes, without reading them.
  ///
  /// - Parameter isClass: returns whether a class name refers to the class.
  public func exportableTypes(where isClass: (String) -> Bool) -> [UTType] {
    var seen: Set<UTType> = []
    return
      documentTypes
      .filter { $0.obstacle == nil && $0.classNames.contains(where: isClass) }
      .flatMap(\.exportableTypes).filter { seen.insert($0).inserted }
  }

  private func types(of documentTypes: [DocumentType]) -> [UTType] {
    var seen: Set<UTType> = []
    return documentTypes.flatMap(\.contentTypes).filter { seen.insert($0).inserted }
  }
}

extension DocumentTypeCatalog {
  /// Returns the document types that open documents of a type, the best first.
  ///
  /// The nearest by conformance comes first. On a tie, Editor comes before Viewer and Shell, then
  /// Owner before Default and Alternate, then the earlier declaration.
  ///
  /// - Parameter type: the type of a document.
  /// - Complexity: O(*n* + *m*) in the number of document types and of supertypes.
  public func matches(for type: UTType) -> [DocumentTypeMatch] {
    all(for: type).filter { $0.documentType.obstacle == nil }
  }

  /// Returns the document types that handle a type but open no document of it, the nearest first.
  ///
  /// - Parameter type: the type of a document.
  /// - Complexity: O(*n* + *m*) in the number of document types and of supertypes.
  public func obstructedMatches(for type: UTType) -> [DocumentTypeMatch] {
    all(for: type).filter { $0.documentType.obstacle != nil }
  }

  private func all(for type: UTType) -> [DocumentTypeMatch] {
    let distances = type.conformanceDistances()
    let found = documentTypes.compactMap { documentType -> DocumentTypeMatch? in
      var nearest: DocumentTypeMatch?
      for contentType in documentType.contentTypes {
        guard let distance = distances[contentType] else { continue }
        if let nearest, nearest.distance <= distance { continue }
        nearest = DocumentTypeMatch(
          documentType: documentType, contentType: contentType, distance: distance)
      }
      return nearest
    }
    // The sort is stable, so the order of declaration decides a tie.
    return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }
}

extension UTType {
  /// Zero for the type itself; O(*n*) in the number of supertypes.
  package func conformanceDistances() -> [UTType: Int] {
    var distances = [self: 0]
    var pending = [self]
    var next = 0
    while next < pending.count {
      let current = pending[next]
      next += 1
      for parent in current.parents where distances[parent] == nil {
        distances[parent] = distances[current, default: 0] + 1
        pending.append(parent)
      }
    }
    return distances
  }
}
