import UTITypeGraph

extension UTType {
  /// Returns a type that the base declares, from the current registry.
  ///
  /// A registry without the base has types of these identifiers too: they are undeclared, but still
  /// equal other registries' types.
  ///
  /// - Complexity: O(1), without allocation.
  package static func constant(_ identifier: StaticString) -> UTType {
    CurrentRegistry.place(of: identifier).map { UTType($0, $1) }
      ?? UTType(
        ComputedType(
          undeclared: TypeIdentifier(canonical: identifier.description),
          in: CurrentRegistry.snapshot))
  }
}
