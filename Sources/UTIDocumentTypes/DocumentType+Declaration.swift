package import UTITypeGraph
package import UniformTypes

extension DocumentType {
  /// The values that match all documents in legacy lists of extensions and OSTypes.
  private static let wildcards: Set<String> = ["*", "****"]

  /// Creates the document type of a declaration.
  ///
  /// Legacy keys are used only if `LSItemContentTypes` is absent, as in Launch Services.
  ///
  /// - Parameters:
  ///   - declaration: the dictionary as it was read.
  ///   - origin: the origin of the declaration.
  ///   - entryIndex: its index in the array, from 0.
  ///   - registry: the registry of the types.
  /// - Complexity: O(*n*) in the number of types and tags of the entry.
  package init(
    _ declaration: DocumentTypeDeclaration, origin: DeclarationOrigin, entryIndex: Int,
    registry: TypeRegistry
  ) {
    func types(_ identifiers: [Located<TypeIdentifier>]) -> [UTType] {
      identifiers.compactMap { registry.type($0.value.rawValue, allowUndeclared: true) }
    }
    name = declaration.name
    isLegacy = declaration.contentTypes.isEmpty
    contentTypes =
      isLegacy
      ? Self.types(ofTagsIn: declaration, registry: registry) : types(declaration.contentTypes)
    role = DocumentRole(declared: declaration.role)
    rank = HandlerRank(declared: declaration.handlerRank)
    var names: [String] = []
    for name in [declaration.userInterfaceDocumentClass, declaration.documentClass] {
      if let name, !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    classNames = names
    exportableTypes = types(declaration.exportableTypes)
    self.origin = origin
    self.entryIndex = entryIndex
  }

  private static func types(
    ofTagsIn declaration: DocumentTypeDeclaration, registry: TypeRegistry
  ) -> [UTType] {
    let package = registry.type("com.apple.package", allowUndeclared: true)
    let data = registry.type("public.data", allowUndeclared: true)
    var types: [UTType] = []
    for tag in declaration.tags.map(\.value) {
      if wildcards.contains(tag.value) {
        if let everything = declaration.isPackage ? package : data { types.append(everything) }
        continue
      }
      let tagClass = UTTagClass(rawValue: tag.tagClass.rawValue)
      let required = declaration.isPackage ? package : nil
      let declared = registry.types(tag: tag.value, tagClass: tagClass, conformingTo: required)
        .filter(\.isDeclared)
      // A file without a declared type has the dynamic type that a search by name returns.
      types +=
        declared.isEmpty
        ? registry.types(tag: tag.value, tagClass: tagClass, conformingTo: required ?? data)
        : declared
    }
    var seen: Set<UTType> = []
    return types.filter { seen.insert($0).inserted }
  }
}
