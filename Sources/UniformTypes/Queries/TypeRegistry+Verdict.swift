public import UTITypeDetection
import UTITypeGraph

extension TypeRegistry {
  /// Returns the type that a verdict of this registry names.
  ///
  /// - Parameter verdict: the result of `identify(path:by:followsLinks:limits:)` or another
  ///   function of this registry.
  /// - Complexity: O(1) on average.
  public func type(of verdict: Verdict) -> UTType {
    type(verdict.type.rawValue, allowUndeclared: true) ?? data
  }
}

extension Verdict {
  /// The type in the registry that made the verdict.
  ///
  /// - Complexity: O(1) on average.
  public var contentType: UTType {
    let registry = (registry as? RegistrySnapshot).map { TypeRegistry($0) } ?? TypeRegistry.current
    return registry.type(of: self)
  }
}
