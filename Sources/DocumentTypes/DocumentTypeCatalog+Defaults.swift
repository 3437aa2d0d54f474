public import UniformTypes

extension DocumentTypeCatalog {
  /// The type of a new document: the first that is declared with the role Editor and a class.
  public var defaultType: UTType? {
    documentTypes.lazy
      .filter { $0.role == .editor && $0.obstacle == nil }
      .compactMap(\.contentTypes.first).first
  }

  /// The document type of a name: a type identifier or a `CFBundleTypeName`.
  ///
  /// - Parameter name: the name as NSDocumentController takes it.
  public func documentType(named name: String) -> DocumentType? {
    documentTypes.first { $0.name == name }
  }

  /// The types that a class reads: those of all its entries.
  ///
  /// - Parameter isClass: whether a class name stands for the class in question.
  public func readableTypes(where isClass: (String) -> Bool) -> [UTType] {
    types(of: documentTypes.filter { $0.obstacle == nil && $0.classNames.contains(where: isClass) })
  }

  /// The types that a class writes: those of its entries with the role Editor.
  ///
  /// - Parameter isClass: whether a class name stands for the class in question.
  public func writableTypes(where isClass: (String) -> Bool) -> [UTType] {
    types(
      of: documentTypes.filter {
        $0.obstacle == nil && $0.role == .editor && $0.classNames.contains(where: isClass)
      })
  }

  /// The types that a class writes besides, without reading them back.
  ///
  /// - Parameter isClass: whether a class name stands for the class in question.
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
