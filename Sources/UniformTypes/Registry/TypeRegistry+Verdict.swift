public import TypeDetection
import TypeGraph

extension TypeRegistry {
  /// The type that a verdict of this registry names.
  ///
  /// - Parameter verdict: what `identify(path:by:followsLinks:limits:)` or another function of this
  ///   registry has found.
  /// - Complexity: O(1) on average.
  public func type(of verdict: Verdict) -> UTType {
    type(verdict.type.rawValue, allowUndeclared: true) ?? data
  }
}

extension Verdict {
  /// The type as the current registry knows it; `TypeRegistry.type(of:)` is for other registries.
  ///
  /// - Complexity: O(1) on average.
  public var contentType: UTType { TypeRegistry.current.type(of: self) }
}
