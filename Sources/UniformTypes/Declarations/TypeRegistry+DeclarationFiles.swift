#if Declarations
package import TypeDeclarations
package import UTITypeGraph

extension TypeRegistry {
  /// Returns the registry of the package alone, which is the same on every computer.
  ///
  /// - Throws: `DeclarationError` when the base cannot be opened.
  package static func base() throws(DeclarationError) -> TypeRegistry {
    try TypeRegistry(
      RegistryConfiguration(
        environment: [:], includesInstalledDeclarations: false, usesCache: false))
  }

  /// Returns the files that the registry was built from, decoded from it, lowest precedence first.
  ///
  /// - Complexity: O(*n*) in the size of the registry.
  package func declarationFiles() -> [DeclarationFile] {
    snapshot.image.declarationFiles()
  }

  /// The number that represents all bytes of the registry.
  package var checksum: UInt64 { snapshot.image.checksum }
}
#endif
