import CUTIBaseRegistry
package import UTITypeGraph

/// The registry that comes with the package, embedded in the program and used in place.
package enum BaseRegistry {
  /// Throws only between a change of the format and the next `make registry`.
  package static func image() throws(ImageError) -> RegistryImage {
    let bytes = UnsafeRawBufferPointer(start: uti_base_registry(), count: uti_base_registry_size())
    return try RegistryImage(ImageStorage(unsafeBytes: bytes) { _ in })
  }

  /// The registry of the package alone.
  static let snapshot: RegistrySnapshot = {
    let (image, findings) = load()
    var configuration = RegistryConfiguration()
    #if Declarations
    configuration.includesInstalledDeclarations = false
    configuration.usesCache = false
    #endif
    return RegistrySnapshot(
      image: image, view: .merged, configuration: configuration, loadingDiagnostics: findings)
  }()

  /// An empty image and the error if the embedded one cannot be read.
  static func load() -> (image: RegistryImage, findings: [DeclarationDiagnostic]) {
    do throws(ImageError) {
      return (try image(), [])
    } catch {
      let finding = DeclarationDiagnostic(
        .error, rule: "unreadable-base", file: "base.registry", position: .none,
        message: "the registry inside this program cannot be read: \(error)",
        remedy: "build the program again")
      return (empty, [finding])
    }
  }

  private static var empty: RegistryImage {
    do {
      return try RegistryBuilder().image()
    } catch {
      preconditionFailure("an image of nothing cannot be made: \(error)")
    }
  }
}
