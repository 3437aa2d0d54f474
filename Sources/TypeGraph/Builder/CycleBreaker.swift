/// Drops the statements that would make a type its own supertype.
///
/// In every cycle the statement of lowest precedence goes: an inferred one before one that
/// shared-mime-info states, that before a declaration's, an imported declaration's before an
/// exported one's, a lower layer's before a higher one's, and the base's last of all. The order is
/// total, so that the order of reading never decides.
struct CycleBreaker {
  private(set) var table: NodeTable
  private(set) var diagnostics: [Diagnostic] = []
  let view: GraphView

  init(_ table: NodeTable, view: GraphView) {
    self.table = table
    self.view = view
  }

  mutating func breakCycles() {
    let components = table.components(in: view)
    for component in components.cyclic { breakCycles(in: component.sorted()) }
  }

  /// The statements of highest precedence are taken first; one of lower precedence that would close
  /// a cycle of them is the weakest of that cycle.
  private mutating func breakCycles(in members: [Int]) {
    let places = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    var statements: [(node: Int, edge: Int, key: Key, ends: (from: Int, to: Int))] = []
    for (place, node) in members.enumerated() {
      for (index, edge) in table.nodes[node].edges.enumerated() where edge.holds(in: view) {
        guard let target = places[edge.target] else { continue }
        statements.append((node, index, key(of: edge, node: node), (place, target)))
      }
    }
    statements.sort { $1.key < $0.key }
    let closing = CycleClosingEdges(statements.map(\.ends), nodeCount: members.count)
    for place in closing.places.reversed() {
      drop(statements[place].edge, of: statements[place].node)
    }
  }

  private mutating func drop(_ index: Int, of position: Int) {
    let node = table.nodes[position]
    let edge = node.edges[index]
    for view in GraphView.allCases where edge.holds(in: view) {
      table.dropEdge(index, of: position, in: view)
    }
    diagnostics.append(
      Diagnostic(
        .error, rule: "conformance-cycle",
        file: edge.file.map { table.files[$0].source.path } ?? "",
        position: edge.position,
        message:
          "\(node.identifier) cannot conform to \(table.nodes[edge.target].identifier), "
          + "which conforms to it",
        remedy: "remove one of the two statements"))
  }

  /// Compares lowest precedence first.
  private struct Key: Comparable {
    let ranks: [Int]
    let names: [TypeIdentifier]

    static func < (left: Key, right: Key) -> Bool {
      if left.ranks != right.ranks { return left.ranks.lexicographicallyPrecedes(right.ranks) }
      return left.names.lexicographicallyPrecedes(right.names)
    }
  }

  private func key(of edge: GraphEdge, node: Int) -> Key {
    let kind =
      switch edge.kind {
      case .container, .inferred: 0
      case .tag: 1
      case .implicit: 2
      case .explicit: 3
      case .declared: 4
      }
    // The base counts most among declarations, then exported ones, then higher layers; of one file
    // the earlier statement.
    let layer = edge.file.map { table.files[$0].source.layer.rawValue } ?? 0
    let isBase = edge.file.map { table.files[$0].source.layer == .base } ?? false
    let active = edge.kind == .declared ? table.active(node) : nil
    let isExported = active.map { table[$0].isExported } == true
    return Key(
      ranks: [
        kind, isBase ? 1 : 0, isExported ? 1 : 0, layer, edge.file ?? -1, -edge.position.line,
        -edge.position.column,
      ],
      names: [table.nodes[node].identifier, table.nodes[edge.target].identifier])
  }
}
