import TypeGraph
public import UniformTypes

/// The document types of all programs that a registry knows, in the order they count.
///
/// What the program itself adds to the registry, such as its Info.plist, comes before what the
/// user and the machine have installed in `uniform-types/*.plist`; inside a file the order of
/// declaration holds.
public struct DocumentTypeCatalog: Sendable {
  /// The document types, those that count most first.
  public let documentTypes: [DocumentType]
  /// The registry that the types belong to.
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
        declaration, origin: Origin(source: source, position: declaration.position),
        entryIndex: index, registry: registry)
    }
    documentTypes = all.sorted { left, right in
      left.origin.source == right.origin.source
        ? left.entryIndex < right.entryIndex : right.origin.source < left.origin.source
    }
  }
}
