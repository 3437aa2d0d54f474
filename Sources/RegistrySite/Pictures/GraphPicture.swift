import TypeGraph
package import UniformTypes

/// The part of the conformance graph that a picture shows.
package struct GraphPicture {
  /// A way in which a picture grows from the types asked for.
  package enum Direction: Hashable {
    case up, down
  }

  /// A statement that a type stands below another; both by their place among the types.
  package struct Edge {
    let type: Int
    let supertype: Int
    let kind: EdgeKind
    let origin: Origin?
  }

  /// The types, those asked for first, then by their distance from those.
  package let types: [UTType]
  /// How many of the types were asked for.
  package let rootCount: Int
  package let edges: [Edge]
  /// How many types were left out because of the limit.
  package let omittedCount: Int

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - roots: the types asked for.
  ///   - directions: the ways in which it grows.
  ///   - limit: how many types it has at most; the nearest are taken.
  package init(roots: [UTType], directions: Set<Direction>, limit: Int) {
    var walk = GraphWalk(roots)
    rootCount = walk.types.count
    walk.grow(directions)
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

  /// Whether so many types stand below one that they are better listed than put side by side.
  package var isBroad: Bool {
    Dictionary(grouping: edges, by: \.supertype).values.contains { $0.count > Self.greatestRow }
  }

  /// How many boxes side by side still fit on a page.
  private static let greatestRow = 8

  /// What is left out, in words; nil when nothing is.
  package var note: String? {
    guard omittedCount > 0 else { return nil }
    return omittedCount == 1
      ? "1 more type is not shown (see --limit)"
      : "\(omittedCount) more types are not shown (see --limit)"
  }

  /// The statements about what lies above a type; what a dynamic type conforms to is computed.
  private static func statements(
    _ type: UTType
  ) -> [(supertype: UTType, kind: EdgeKind, origin: Origin?)] {
    let stated = type.edges
    return stated.isEmpty ? type.parents.map { ($0, .declared, nil) } : stated
  }
}

/// Walks from types to their neighbours, the nearest first.
private struct GraphWalk {
  package private(set) var types: [UTType] = []
  private var seen: Set<UTType> = []

  init(_ roots: [UTType]) {
    for root in roots where seen.insert(root).inserted { types.append(root) }
  }

  /// Adds everything that lies in the directions, level by level.
  mutating func grow(_ directions: Set<GraphPicture.Direction>) {
    var above = directions.contains(.up) ? types : []
    var below = directions.contains(.down) ? types : []
    // What a type asked for is stored in is shown, but not what lies above that.
    var containers = above.flatMap { root in
      root.edges.filter { $0.kind == .container }.map(\.supertype)
    }
    while !above.isEmpty || !below.isEmpty {
      above = add(above.flatMap(\.parents))
      below = add(below.flatMap(\.children))
      _ = add(containers)
      containers = []
    }
  }

  /// Adds types; gives those that are new.
  private mutating func add(_ neighbours: [UTType]) -> [UTType] {
    let new = neighbours.filter { seen.insert($0).inserted }
    types += new
    return new
  }
}
