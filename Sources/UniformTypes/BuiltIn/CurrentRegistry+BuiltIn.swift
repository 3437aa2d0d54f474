#if !Declarations
import UTITypeGraph

extension CurrentRegistry {
  /// Returns the registry of the package in the view of a former registry.
  static func loaded(inPlaceOf former: RegistrySnapshot?) -> RegistrySnapshot {
    let (image, findings) = BaseRegistry.load()
    return RegistrySnapshot(
      image: image, view: former?.view ?? .merged, configuration: RegistryConfiguration(),
      loadingDiagnostics: findings)
  }
}
#endif
