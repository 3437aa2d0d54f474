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
    var pending = ConnectedComponents(table.nodes.count) { [table, view] node in
      table.nodes[node].edges.lazy.filter { $0.holds(in: view) }.map(\.target)
    }.cyclic
    while let component = pending.popLast() {
      dropWeakestEdge(in: component)
      let members = component.sorted()
      let positions = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
      let rest = ConnectedComponents(members.count) { [table, view] member in
        table.nodes[members[member]].edges.lazy
          .filter { $0.holds(in: view) }.compactMap { positions[$0.target] }
      }
      pending += rest.cyclic.map { $0.map { members[$0] } }
    }
  }

  private mutating func dropWeakestEdge(in component: [Int]) {
    let members = Set(component)
    var weakest: (node: Int, edge: Int, key: Key)?
    for node in component.sorted() {
      for (index, edge) in table.nodes[node].edges.enumerated()
      where edge.holds(in: view) && members.contains(edge.target) {
        let key = key(of: edge, node: node)
        if weakest.map({ key < $0.key }) ?? true { weakest = (node, index, key) }
      }
    }
    guard let weakest else { return }
    let node = table.nodes[weakest.node]
    let edge = node.edges[weakest.edge]
    for view in GraphView.allCases where edge.holds(in: view) {
      table.dropEdge(weakest.edge, of: weakest.node, in: view)
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
    let isExported = edge.kind == .declared && table.active(node)?.declaration.isExported == true
    return Key(
      ranks: [
        kind, isBase ? 1 : 0, isExported ? 1 : 0, layer, edge.file ?? -1, -edge.position.line,
        -edge.position.column,
      ],
      names: [table.nodes[node].identifier, table.nodes[edge.target].identifier])
  }
}

/// Strongly connected components, by Tarjan's algorithm without recursion.
struct ConnectedComponents {
  /// The components of more than one member.
  private(set) var cyclic: [[Int]] = []
  /// All nodes, each after the nodes its edges lead to (when there are no cycles).
  private(set) var order: [Int] = []

  init<Targets: Sequence<Int>>(_ count: Int, targets: (Int) -> Targets) {
    var number = [Int](repeating: -1, count: count)
    var low = [Int](repeating: 0, count: count)
    var isOnStack = [Bool](repeating: false, count: count)
    var stack: [Int] = []
    var next = 0
    for root in 0..<count where number[root] < 0 {
      var frames: [(node: Int, rest: Array<Int>.Iterator)] = []
      func enter(_ node: Int) {
        number[node] = next
        low[node] = next
        next += 1
        stack.append(node)
        isOnStack[node] = true
        frames.append((node, Array(targets(node)).makeIterator()))
      }
      enter(root)
      while !frames.isEmpty {
        let node = frames[frames.count - 1].node
        if let target = frames[frames.count - 1].rest.next() {
          if number[target] < 0 {
            enter(target)
          } else if isOnStack[target] {
            low[node] = min(low[node], number[target])
          }
          continue
        }
        frames.removeLast()
        if let parent = frames.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == number[node] else { continue }
        var component: [Int] = []
        repeat {
          let member = stack.removeLast()
          isOnStack[member] = false
          component.append(member)
        } while component.last != node
        order += component
        if component.count > 1 { cyclic.append(component) }
      }
    }
  }
}
