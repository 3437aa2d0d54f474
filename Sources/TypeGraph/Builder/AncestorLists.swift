/// The lists of all types above each type, for one view.
enum AncestorLists {
  /// - Returns: for each node the indices of its ancestors, sorted.
  static func build(_ table: NodeTable, view: GraphView) -> [[Int]] {
    func parents(_ node: Int) -> some Sequence<Int> {
      table.nodes[node].edges.lazy.filter { $0.holds(in: view) }.map(\.target)
    }
    var lists = [[Int]](repeating: [], count: table.nodes.count)
    // Tarjan's order gives every node after all nodes above it.
    for node in ConnectedComponents(table.nodes.count, targets: parents).order {
      var list: [Int] = []
      for parent in parents(node) {
        list.append(parent)
        list += lists[parent]
      }
      list.sort()
      lists[node] = list.reduce(into: []) { unique, ancestor in
        if unique.last != ancestor { unique.append(ancestor) }
      }
    }
    return lists
  }
}
