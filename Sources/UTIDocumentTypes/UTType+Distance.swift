package import UniformTypes

extension UTType {
  /// Returns the number of direct conformances from the type to each supertype; 0 for itself.
  ///
  /// - Complexity: O(*n*) in the number of supertypes.
  package func conformanceDistances() -> [UTType: Int] {
    var distances = [self: 0]
    var pending = [self]
    var next = 0
    while next < pending.count {
      let current = pending[next]
      next += 1
      for parent in current.parents where distances[parent] == nil {
        distances[parent] = distances[current, default: 0] + 1
        pending.append(parent)
      }
    }
    return distances
  }
}
