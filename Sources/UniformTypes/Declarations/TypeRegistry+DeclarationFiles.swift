#if Declarations
package import UTITypeDeclarations
package import UTITypeGraph

extension TypeRegistry {
  /// The registry of the package alone, which is the same on every computer.
  package static func base() throws(DeclarationError) -> TypeRegistry {
    try TypeRegistry(
      RegistryConfiguration(
        environment: [:], includesInstalledDeclarations: false, usesCache: false))
  }

  /// Decoded from the registry, lowest precedence first; O(*n*) in its size.
  package func declarationFiles() -> [DeclarationFile] {
    snapshot.image.declarationFiles()
  }

  /// Represents all bytes of the registry.
  package var checksum: UInt64 { snapshot.image.checksum }
}
#endif
