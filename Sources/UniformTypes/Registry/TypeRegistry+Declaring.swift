import UTITypeGraph

extension TypeRegistry {
  /// The registry of the package alone, which is the same on every computer.
  public static var embedded: TypeRegistry { TypeRegistry(BaseRegistry.snapshot) }

  /// Adds types that a program declares in code, as the top layer.
  ///
  /// - Parameter types: the declarations; a later one has precedence.
  /// - Returns: a registry that includes the declarations. Types of the package keep what they are,
  ///   as with ``TypeRegistry/adding(file:)``.
  /// - Throws: `DeclaredTypeError` for an identifier, an extension, a MIME type or a signature that
  ///   is not valid, or when the registry would exceed four gigabytes.
  /// - Complexity: O(*n*) in the number of declarations of the registry.
  public func declaring(_ types: [DeclaredType]) throws(DeclaredTypeError) -> TypeRegistry {
    var declarations: [TypeDeclaration] = []
    var descriptions: [MIMETypeDeclaration] = []
    for type in types.reversed() {
      declarations.append(try type.typeDeclaration())
      if let description = try type.mimeTypeDeclaration() { descriptions.append(description) }
    }
    return try adding([
      declared(.propertyList) { $0.types = declarations },
      declared(.sharedMIMEInfo) { $0.mimeTypes = descriptions },
    ])
  }

  /// Overrides the types of filename extensions.
  ///
  /// File names with the extensions then have the types, in ``type(fileName:)``,
  /// ``mimeType(fileName:)`` and all functions that identify items by their names. An extension that
  /// a type of the program declares keeps this type. ``type(filenameExtension:conformingTo:)`` gives
  /// the answers of Apple's framework, and does not change.
  ///
  /// - Parameter mimeTypes: the MIME types by extension, without its dot. A MIME type need not be
  ///   declared.
  /// - Returns: a registry with the mappings.
  /// - Throws: `DeclaredTypeError` for an extension or a MIME type that is not valid.
  /// - Complexity: O(*n*) in the number of declarations of the registry.
  public func mapping(
    filenameExtensions mimeTypes: [String: String]
  ) throws(DeclaredTypeError) -> TypeRegistry {
    var descriptions: [MIMETypeDeclaration] = []
    for (filenameExtension, mimeType) in mimeTypes.sorted(by: { $0.key < $1.key }) {
      let tag = try DeclaredType.tag(.filenameExtension, filenameExtension)
      var description = MIMETypeDeclaration(
        name: try DeclaredType.mimeName(mimeType), position: .none)
      description.globs = [
        GlobDeclaration(
          pattern: "*." + tag.value, weight: GlobDeclaration.weightRange.upperBound, position: .none
        )
      ]
      descriptions.append(description)
    }
    return try adding([declared(.sharedMIMEInfo) { $0.mimeTypes = descriptions }])
  }

  private func declared(
    _ format: DeclarationSource.Format, _ fill: (inout DeclarationFile) -> Void
  ) -> DeclarationFile {
    // Above the directories and files of the configuration, and above earlier declarations.
    let precedence = Int(Int32.max) / 2 + snapshot.configuration.declared.count
    var file = DeclarationFile(
      source: DeclarationSource(
        path: "code", format: format, layer: .program, directoryPrecedence: precedence))
    fill(&file)
    return file
  }

  private func adding(_ files: [DeclarationFile]) throws(DeclaredTypeError) -> TypeRegistry {
    var builder = RegistryBuilder(files: snapshot.image.declarationFiles())
    for file in files { builder.add(file) }
    var configuration = snapshot.configuration
    configuration.declared += files
    do throws(ImageError) {
      return TypeRegistry(
        RegistrySnapshot(
          image: try builder.image(), view: view, configuration: configuration,
          loadingDiagnostics: snapshot.loadingDiagnostics))
    } catch {
      throw DeclaredTypeError("code", error.description, "declare less")
    }
  }
}
