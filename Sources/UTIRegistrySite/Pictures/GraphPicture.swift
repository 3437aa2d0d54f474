internal import UTIPlatform
package import UTITypeGraph
package import UniformTypes

/// The part of the conformance graph that a picture shows.
package struct GraphPicture {
  /// A picture grows from the requested types.
  package enum Direction: Hashable {
    case up, down
  }

  /// A statement about a direct supertype; both types are places among the types.
  package struct Edge {
    let type: Int
    let supertype: Int
    let kind: EdgeKind
    let origin: DeclarationOrigin?
  }

  /// The requested ones first, then by their distance from them.
  package let types: [UTType]
  package let rootCount: Int
  package let edges: [Edge]
  /// Omitted because of the limit.
  package let omittedCount: Int

  /// The nearest types are included, up to the limit.
  package init(roots: [UTType], directions: Set<Direction>, limit: Int, in registry: TypeRegistry) {
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

  /// A list is better for a type with too many subtypes side by side.
  package var isBroad: Bool {
    Dictionary(grouping: edges, by: \.supertype).values.contains { $0.count > Self.greatestRow }
  }

  /// Boxes side by side on a page.
  private static let greatestRow = 8

  /// About omitted types.
  package var note: String? {
    guard omittedCount > 0 else { return nil }
    return omittedCount == 1
      ? "1 more type is not shown (see --limit)"
      : "\(omittedCount) more types are not shown (see --limit)"
  }

  /// Computed for a dynamic type.
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

  /// Level by level.
  mutating func grow(_ directions: Set<GraphPicture.Direction>, subtypes: (UTType) -> [UTType]) {
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

  /// Returns the new types.
  private mutating func add(_ neighbours: [UTType]) -> [UTType] {
    let new = neighbours.filter { seen.insert($0).inserted }
    types += new
    return new
  }
}

/// The lines of text in pictures of every form.
package struct PictureText {
  /// Best first.
  package let languages: [String]

  package init(languages: [String]) { self.languages = languages }

  package func lines(_ type: UTType) -> [String] {
    let description = type.localizedDescription(in: languages).flatMap { $0.isEmpty ? nil : $0 }
    return [type.identifier] + (description.map { [$0] } ?? [])
  }

  /// The origin is included.
  package static func reason(_ edge: GraphPicture.Edge) -> String {
    legend(edge.kind) + (edge.origin.map { ", \($0)" } ?? "")
  }

  /// ASCII controls become blanks in a line; pictures escape their own characters afterwards.
  static func visible(_ text: String) -> String {
    let line = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return VisibleText.shown(String(String.UnicodeScalarView(line)))
  }

  package static func legend(_ kind: EdgeKind) -> String {
    switch kind {
    case .declared: "declared"
    case .explicit: "sub-class-of"
    case .implicit: "implied by the media type"
    case .inferred: "inferred"
    case .tag: "MIME tag"
    case .container: "stored as"
    }
  }
}
