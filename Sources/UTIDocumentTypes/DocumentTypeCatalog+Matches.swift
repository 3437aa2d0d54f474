public import UniformTypes

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
