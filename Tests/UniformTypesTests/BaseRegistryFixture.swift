import UTITypeGraph
import UniformTypes

/// The registry that comes with the package, without anything that is installed on this machine.
enum Base {
  static let registry = load(view: .merged)

  static func load(view: GraphView) -> TypeRegistry {
    do {
      return try TypeRegistry(configuration, view: view)
    } catch {
      fatalError("the base cannot be loaded: \(error)")
    }
  }

  static let configuration = RegistryConfiguration(
    environment: [:], includesInstalledDeclarations: false, usesCache: false)
}
