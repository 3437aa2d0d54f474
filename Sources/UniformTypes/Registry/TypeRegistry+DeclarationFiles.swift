package import TypeDeclarations
package import TypeGraph

extension TypeRegistry {
  /// The registry that comes with the package, alone: the same on every machine.
  ///
  /// - Throws: `DeclarationError` when the base cannot be opened.
  package static func base() throws(DeclarationError) -> TypeRegistry {
    try TypeRegistry(
      RegistryConfiguration(
        environment: [:], includesInstalledDeclarations: false, usesCache: false))
  }

  /// The files that the registry was built from, read back from it, lowest precedence first.
  ///
  /// - Complexity: O(*n*) in the size of the registry.
  package func declarationFiles() -> [DeclarationFile] {
    snapshot.image.declarationFiles()
  }
}
