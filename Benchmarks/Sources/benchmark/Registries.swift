import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph
import UniformTypes

/// The registries that comparisons use.
enum Registries {
  /// The built-in registry merged with one database, whatever is installed on this machine.
  static func merged(with database: String) throws -> TypeRegistry {
    guard access(database, R_OK) == 0 else {
      throw Files.FileError(
        database, remedy: "install shared-mime-info, or name a database with --database")
    }
    return try TypeRegistry(
      RegistryConfiguration(
        environment: [:], includesInstalledDeclarations: false, files: [database],
        usesCache: false))
  }

  static func source(_ path: String) -> DeclarationSource {
    DeclarationSource(path: path, format: .sharedMIMEInfo, layer: .system)
  }
}
