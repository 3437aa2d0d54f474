/// The lists of all types above each type, for one view, one behind the other.
struct AncestorLists {
  private var ranges: [Range<Int>]
  private var ancestors: [UInt32] = []

  /// - Parameters:
  ///   - rank: the place of each node among all, by which the lists name types and are sorted.
  ///   - sizeLimit: the greatest size of an image; the lists may have a quarter of it, which is far
  ///     less memory than a chain without end would ask for.
  /// - Throws: ``ImageError`` when they need more.
  init(
    _ table: NodeTable, view: GraphView, rank: [UInt32], sizeLimit: Int
  ) throws(ImageError) {
    ranges = Array(repeating: 0..<0, count: table.nodes.count)
    var list: [UInt32] = []
    // Tarjan's order gives every node after all nodes above it.
    for node in table.components(in: view).order {
      list.removeAll(keepingCapacity: true)
      for edge in table.nodes[node].edges where edge.holds(in: view) {
        list.append(rank[edge.target])
        list += ancestors[ranges[edge.target]]
      }
      if list.count > 1 { list.sort() }
      let start = ancestors.count
      for ancestor in list where ancestors.count == start || ancestors.last != ancestor {
        ancestors.append(ancestor)
      }
      ranges[node] = start..<ancestors.count
      guard ancestors.count * 4 <= sizeLimit / 4 else {
        throw ImageError(
          tooMuch: "the supertypes of all types, which form chains of thousands; "
            + "\(table.nodes[node].identifier) alone has \(ancestors.count - start)")
      }
    }
  }

  /// The ancestors of a node, sorted.
  subscript(node: Int) -> ArraySlice<UInt32> { ancestors[ranges[node]] }
}
