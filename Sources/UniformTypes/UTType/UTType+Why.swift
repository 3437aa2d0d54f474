public import UTITypeGraph

/// A statement that one type conforms directly to another.
public struct ConformanceStep: Hashable, Sendable {
  /// The type that conforms.
  public let type: UTType
  /// The type it conforms to.
  public let supertype: UTType
  /// The basis of the statement.
  public let kind: EdgeKind
  /// The origin of the statement; nil when a rule of the graph implies it.
  public let origin: DeclarationOrigin?
}

extension UTType {
  /// Returns the shortest chain of statements by which the type conforms to another.
  ///
  /// - Parameter supertype: the other type.
  /// - Returns: the statements from this type up, empty when both are the same type; nil when this
  ///   type does not conform to the other.
  /// - Complexity: O(*n*) in the number of supertypes and their edges.
  public func conformancePath(to supertype: UTType) -> [ConformanceStep]? {
    if self == supertype { return [] }
    var arrivals: [UTType: ConformanceStep] = [:]
    var pending = [self]
    var next = 0
    while next < pending.count {
      let type = pending[next]
      next += 1
      for step in type.steps where step.supertype != self && arrivals[step.supertype] == nil {
        arrivals[step.supertype] = step
        guard step.supertype != supertype else {
          return Self.path(from: self, to: supertype, arrivals)
        }
        pending.append(step.supertype)
      }
    }
    return nil
  }

  /// Returns the nearest types that this one and another both conform to, sorted by identifier.
  ///
  /// - Parameter other: the other type.
  /// - Returns: the common supertypes without a nearer common subtype; a type itself when the other
  ///   conforms to it.
  /// - Complexity: O(*n*²) in the number of common supertypes.
  public func nearestCommonSupertypes(with other: UTType) -> [UTType] {
    let common = supertypes.union([self]).intersection(other.supertypes.union([other]))
    return
      common
      .filter { candidate in !common.contains { $0.isSubtype(of: candidate) } }
      .sorted { $0.identifier < $1.identifier }
  }

  /// The statements about the direct supertypes, in order of precedence.
  private var steps: [ConformanceStep] {
    let stated = edges.filter { $0.kind != .container }
    guard stated.isEmpty else {
      return stated.map {
        ConformanceStep(type: self, supertype: $0.supertype, kind: $0.kind, origin: $0.origin)
      }
    }
    // The supertypes of a dynamic type are encoded in its identifier.
    return parents.map {
      ConformanceStep(type: self, supertype: $0, kind: .declared, origin: nil)
    }
  }

  private static func path(
    from start: UTType, to end: UTType, _ arrivals: [UTType: ConformanceStep]
  ) -> [ConformanceStep] {
    var path: [ConformanceStep] = []
    var type = end
    while type != start, let step = arrivals[type] {
      path.append(step)
      type = step.type
    }
    return path.reversed()
  }
}
