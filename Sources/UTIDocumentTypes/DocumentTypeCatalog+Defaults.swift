public import UniformTypes

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
