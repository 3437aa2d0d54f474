package import TypeGraph
package import UniformTypes

extension DocumentType {
  /// The values that stand for everything in legacy lists of extensions and of OSTypes.
  private static let wildcards: Set<String> = ["*", "****"]

  /// Makes the document type that a declaration states.
  ///
  /// Legacy keys count only where `LSItemContentTypes` is absent, as in Launch Services.
  ///
  /// - Parameters:
  ///   - declaration: the dictionary as it was read.
  ///   - origin: where it stands.
  ///   - entryIndex: its place in the array, counted from 0.
  ///   - registry: the registry that knows the types.
  /// - Complexity: O(*n*) in the number of types and tags that the entry states.
  package init(
    _ declaration: DocumentTypeDeclaration, origin: Origin, entryIndex: Int,
    registry: TypeRegistry
  ) {
    func types(_ identifiers: [Stated<TypeIdentifier>]) -> [UTType] {
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
      // Without a declared type a file has the dynamic type that look-ups by name give.
      types +=
        declared.isEmpty
        ? registry.types(tag: tag.value, tagClass: tagClass, conformingTo: required ?? data)
        : declared
    }
    var seen: Set<UTType> = []
    return types.filter { seen.insert($0).inserted }
  }
}
