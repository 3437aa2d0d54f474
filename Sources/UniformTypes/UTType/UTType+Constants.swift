import TypeGraph

extension UTType {
  /// A type that the base declares, from the current registry.
  ///
  /// A registry without the base has types of these identifiers too: they are declared nowhere there,
  /// but still equal those of other registries.
  package static func constant(_ identifier: String) -> UTType {
    let snapshot = TypeRegistry.current.snapshot
    let identifier = TypeIdentifier(canonical: identifier)
    if let index = snapshot.describedType(identifier) { return UTType(snapshot, index) }
    return UTType(ComputedType(undeclared: identifier, in: snapshot))
  }
}
