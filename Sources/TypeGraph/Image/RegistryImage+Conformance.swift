/// Why one type is directly below another.
public enum EdgeKind: UInt32, Sendable, CaseIterable {
  /// A property list says so (`UTTypeConformsTo`).
  case declared
  /// shared-mime-info says so (`sub-class-of`).
  case explicit
  /// shared-mime-info says so of a whole media type.
  case implicit
  /// It follows from the media type or the generic icon.
  case inferred
  /// A type carries the MIME name of the other as a tag, and neither is the other.
  case tag
  /// The bytes are stored in the format of the other; no view calls this conformance.
  case container
}

extension EdgeKind: CustomStringConvertible {
  /// The name of the case; without it the runtime would look for one by reflection.
  public var description: String {
    switch self {
    case .declared: "declared"
    case .explicit: "explicit"
    case .implicit: "implicit"
    case .inferred: "inferred"
    case .tag: "tag"
    case .container: "container"
    }
  }
}

/// A statement that a type is directly below another.
public struct TypeEdge: Hashable, Sendable {
  /// The supertype.
  public let target: TypeIndex
  /// What the statement rests on.
  public let kind: EdgeKind
  /// Where it is stated; nil when a rule of the graph implies it.
  public let origin: Origin?
  let views: UInt32

  /// Whether a view takes the statement for conformance.
  public func holds(in view: GraphView) -> Bool { views & view.bit != 0 }
}

extension RegistryImage {
  /// The statements about what lies directly above a type, in the order they count.
  package func edges(of type: TypeIndex) -> [TypeEdge] {
    edgeRecords(of: type).map { edge in
      TypeEdge(
        target: TypeIndex(Int(edges[edge, EdgeField.target])),
        kind: EdgeKind(rawValue: edges[edge, EdgeField.kind]) ?? .declared,
        origin: origin(
          sourcePlusOne: edges[edge, EdgeField.sourcePlusOne],
          position: edges.position(edge, EdgeField.self)),
        views: edges[edge, EdgeField.views])
    }
  }

  /// The types directly above a type, in the order stated.
  package func parents(of type: TypeIndex, in view: GraphView) -> [TypeIndex] {
    // The words of a statement, which take most of the time to read, are not asked for.
    edgeRecords(of: type).compactMap { edge in
      edges[edge, EdgeField.views] & view.bit == 0
        ? nil : TypeIndex(Int(edges[edge, EdgeField.target]))
    }
  }

  private func edgeRecords(of type: TypeIndex) -> Range<Int> {
    records(
      of: edges, first: types[type.offset, TypeField.firstEdge],
      count: types[type.offset, TypeField.edgeCount])
  }

  /// The types directly below a type, sorted by identifier.
  ///
  /// - Complexity: O(*n*) in the number of edges.
  package func children(of type: TypeIndex, in view: GraphView) -> [TypeIndex] {
    // Each edge belongs to one type; where several claim one, the image is damaged.
    var left = edges.count
    return typeIndices.filter { candidate in
      let records = edgeRecords(of: candidate).prefix(left)
      left -= records.count
      return records.contains { edge in
        edges[edge, EdgeField.target] == UInt32(type.rawValue)
          && edges[edge, EdgeField.views] & view.bit != 0
      }
    }
  }

  /// The relation of types in a view.
  ///
  /// - Complexity: O(1).
  package func conformance(in view: GraphView) -> Conformance {
    let first: TypeField =
      switch view {
      case .merged: .firstMergedAncestor
      case .declared: .firstDeclaredAncestor
      case .freedesktop: .firstFreedesktopAncestor
      }
    return Conformance(types: types.bytes, ancestors: ancestors.bytes, first: first)
  }

  /// Types hardly ever have more others above them.
  private static var usualAncestorCount: Int { 512 }

  /// All types above a type, sorted by index; the type itself is not among them.
  package func ancestors(of type: TypeIndex, in view: GraphView) -> [TypeIndex] {
    let ancestors = conformance(in: view).ancestors(of: type)
    return ancestors.count <= Self.usualAncestorCount || storage.isSound ? ancestors : []
  }

  /// Whether something holds for a type above another.
  ///
  /// - Complexity: O(*n*) in the number of supertypes, without allocation.
  package func hasAncestor(
    of type: TypeIndex, in view: GraphView, where holds: (TypeIndex) -> Bool
  ) -> Bool {
    conformance(in: view).hasAncestor(of: type, where: holds)
  }

  /// Whether a type is another or lies below it.
  ///
  /// - Complexity: O(log *n*) in the number of ancestors, without allocation.
  package func conforms(_ type: TypeIndex, to other: TypeIndex, in view: GraphView) -> Bool {
    conformance(in: view).holds(type, other)
  }
}
