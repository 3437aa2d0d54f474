#if !Declarations
import UTITypeGraph

extension CurrentRegistry {
  /// The package's registry in the view of the former one.
  static func loaded(inPlaceOf former: RegistrySnapshot?) -> RegistrySnapshot {
    let (image, findings) = BaseRegistry.load()
    return RegistrySnapshot(
      image: image, view: former?.view ?? .merged, configuration: RegistryConfiguration(),
      loadingDiagnostics: findings)
  }
}
#endif
