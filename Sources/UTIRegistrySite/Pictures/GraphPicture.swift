import UTITypeGraph
package import UniformTypes

/// The part of the conformance graph that a picture shows.
package struct GraphPicture {
  /// A direction in which a picture grows from the requested types.
  package enum Direction: Hashable {
    case up, down
  }

  /// A statement that a type is a direct subtype of another; both by their place among the types.
  package struct Edge {
    let type: Int
    let supertype: Int
    let kind: EdgeKind
    let origin: DeclarationOrigin?
  }

  /// The types, the requested ones first, then by their distance from them.
  package let types: [UTType]
  /// The number of requested types.
  package let rootCount: Int
  package let edges: [Edge]
  /// The number of types that are omitted because of the limit.
  package let omittedCount: Int

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - roots: the requested types.
  ///   - directions: the directions in which it grows.
  ///   - limit: the greatest number of types; the nearest are included.
  ///   - registry: the registry of the types.
  package init(
    roots: [UTType], directions: Set<Direction>, limit: Int, in registry: TypeRegistry
  ) {
    var walk = GraphWalk(roots)
    rootCount = walk.types.count
    walk.grow(directions, subtypes: directions.contains(.down) ? registry.subtypes() : { _ in [] })
    types = Array(walk.types.prefix(max(limit, 1)))
    omittedCount = walk.types.count - types.count

    let indices = Dictionary(
      uniqueKeysWithValues: types.enumerated().map { ($0.element, $0.offset) })
    edges = types.enumerated().flatMap { index, type in
      Self.statements(type).compactMap { statement in
        indices[statement.supertype].map {
          Edge(type: index, supertype: $0, kind: statement.kind, origin: statement.origin)
        }
      }
    }
  }

  /// True if a type has too many subtypes to draw side by side, so that a list is better.
  package var isBroad: Bool {
    Dictionary(grouping: edges, by: \.supertype).values.contains { $0.count > Self.greatestRow }
  }

  /// The greatest number of boxes side by side on a page.
  private static let greatestRow = 8

  /// A note about omitted types; nil when there are none.
  package var note: String? {
    guard omittedCount > 0 else { return nil }
    return omittedCount == 1
      ? "1 more type is not shown (see --limit)"
      : "\(omittedCount) more types are not shown (see --limit)"
  }

  /// Returns the statements about the supertypes of a type; a dynamic type's are computed.
  private static func statements(
    _ type: UTType
  ) -> [(supertype: UTType, kind: EdgeKind, origin: DeclarationOrigin?)] {
    let stated = type.edges
    return stated.isEmpty ? type.parents.map { ($0, .declared, nil) } : stated
  }
}

/// A walk from types to their neighbours, the nearest first.
private struct GraphWalk {
  package private(set) var types: [UTType] = []
  private var seen: Set<UTType> = []

  init(_ roots: [UTType]) {
    for root in roots where seen.insert(root).inserted { types.append(root) }
  }

  /// Adds all types in the directions, level by level.
  mutating func grow(
    _ directions: Set<GraphPicture.Direction>, subtypes: (UTType) -> [UTType]
  ) {
    var above = directions.contains(.up) ? types : []
    var below = directions.contains(.down) ? types : []
    // The container format of a requested type is shown, but not its supertypes.
    var containers = above.flatMap { root in
      root.edges.filter { $0.kind == .container }.map(\.supertype)
    }
    while !above.isEmpty || !below.isEmpty {
      above = add(above.flatMap(\.parents))
      below = add(below.flatMap(subtypes))
      _ = add(containers)
      containers = []
    }
  }

  /// Adds types and returns the new ones.
  private mutating func add(_ neighbours: [UTType]) -> [UTType] {
    let new = neighbours.filter { seen.insert($0).inserted }
    types += new
    return new
  }
}
