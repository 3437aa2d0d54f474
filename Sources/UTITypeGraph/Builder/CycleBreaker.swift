/// Drops the statement of lowest precedence of each cycle of supertypes.
///
/// Inferred, shared-mime-info, imported, exported, each from lower to higher layers, and the base.
/// The order is total, so the order of reading has no effect.
struct CycleBreaker {
  private(set) var table: NodeTable
  private(set) var findings: BoundedFindings
  let view: GraphView

  init(_ table: NodeTable, view: GraphView, findings: BoundedFindings) {
    self.table = table
    self.findings = findings
    self.view = view
  }

  mutating func breakCycles() {
    let components = table.components(in: view)
    for component in components.cyclic { breakCycles(in: component.sorted()) }
  }

  /// Adds the highest precedence first, so that what closes a cycle is its weakest statement.
  private mutating func breakCycles(in members: [Int]) {
    let places = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    typealias Statement = (node: Int, edge: Int, key: Key, ends: (from: Int, to: Int))
    var statements: [Statement] = []
    for (place, node) in members.enumerated() {
      for (index, edge) in table.nodes[node].edges.enumerated() where edge.holds(in: view) {
        guard let target = places[edge.target] else { continue }
        statements.append((node, index, key(of: edge, node: node), (place, target)))
      }
    }
    statements.sort { left, right in
      guard left.key == right.key else { return right.key < left.key }
      func names(_ statement: Statement) -> [TypeIdentifier] {
        let node = table.nodes[statement.node]
        return [node.identifier, table.nodes[node.edges[statement.edge].target].identifier]
      }
      return names(right).lexicographicallyPrecedes(names(left))
    }
    let closing = CycleClosingEdges(statements.map { $0.ends }, nodeCount: members.count)
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
    let target = table.nodes[edge.target].identifier
    let file = edge.file.map { table.files[$0].source.path } ?? ""
    findings.append(file, edge.position) {
      DeclarationDiagnostic(
        .error, rule: "conformance-cycle", file: file, position: edge.position,
        message: "\(node.identifier) cannot conform to \(target), which conforms to it",
        remedy: "remove one of the two statements")
    }
  }

  /// A key that sorts lowest precedence first; the names of the types decide ties.
  private struct Key: Comparable {
    /// The kind, base, exported and layer bits.
    let rank: Int
    /// -1 for a statement without a file.
    let file: Int
    let line: Int
    let column: Int

    static func < (left: Key, right: Key) -> Bool {
      if left.rank != right.rank { return left.rank < right.rank }
      if left.file != right.file { return left.file < right.file }
      // In one file the earlier statement has precedence.
      if left.line != right.line { return left.line > right.line }
      return left.column > right.column
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
    // Among declarations the base has precedence, then exported ones, then higher layers.
    let layer = edge.file.map { table.files[$0].source.layer.rawValue } ?? 0
    let isBase = edge.file.map { table.files[$0].source.layer == .base } ?? false
    let active = edge.kind == .declared ? table.active(node) : nil
    let isExported = active.map { table[$0].isExported } == true
    return Key(
      rank: kind << 16 | (isBase ? 1 << 15 : 0) | (isExported ? 1 << 14 : 0) | layer,
      file: edge.file ?? -1, line: edge.position.line, column: edge.position.column)
  }
}
