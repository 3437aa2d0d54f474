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
