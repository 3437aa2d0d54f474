#if Declarations
extension CurrentRegistry {
  /// The system's; reloaded when the file of the current one has been truncated.
  static func loaded(inPlaceOf damaged: RegistrySnapshot?) -> RegistrySnapshot {
    if let damaged,
      let loaded = try? RegistryLoader(damaged.configuration).load(view: damaged.view)
    {
      return loaded
    }
    return RegistryLoader(RegistryConfiguration()).loadOrFallBack()
  }
}
#endif
