/// The concatenated lists of all supertypes of each type, for one view.
struct AncestorLists {
  private var ranges: [Range<Int>]
  private var ancestors: [UInt32] = []
  private(set) var diagnostics: [DeclarationDiagnostic] = []
  /// Tests of the cost of a graph read it.
  private(set) var mergedCount = 0

  /// Lists the types, and drops statements that would give a type too many supertypes.
  ///
  /// Parents with the most supertypes come first, so that a type that names all its supertypes
  /// needs one merge. The lists may have a quarter of the size limit; the graph loses dropped
  /// statements.
  ///
  /// - Complexity: O(*n* + *m* · *l*): *n* edges, *m* not implied by others, *l* supertypes.
  init(
    _ table: inout NodeTable, view: GraphView, rank: [UInt32], limits: RegistryLimits,
    sizeLimit: Int
  ) throws(ImageError) {
    ranges = Array(repeating: 0..<0, count: table.nodes.count)
    // The last node to whose list each rank was added.
    var listed = [Int32](repeating: -1, count: table.nodes.count)
    var parents: [(edge: Int, target: Int)] = []
    // Tarjan's order gives every node after all its supertypes.
    for node in table.components(in: view).order {
      parents.removeAll(keepingCapacity: true)
      for (index, edge) in table.nodes[node].edges.enumerated() where edge.holds(in: view) {
        parents.append((index, edge.target))
      }
      if parents.count > 1 {
        parents.sort { left, right in
          let counts = (ranges[left.target].count, ranges[right.target].count)
          return counts.0 == counts.1 ? left.edge < right.edge : counts.0 > counts.1
        }
      }
      let start = ancestors.count
      var firstDropped: Int?
      for (index, target) in parents where listed[Int(rank[target])] != Int32(node) {
        guard add(target, rank[target], to: start, of: Int32(node), &listed, limits) else {
          table.dropEdge(index, of: node, in: view)
          firstDropped = min(firstDropped ?? index, index)
          continue
        }
      }
      if let firstDropped { report(firstDropped, of: node, in: table, limits) }
      if ancestors.count - start > 1 { ancestors[start...].sort() }
      ranges[node] = start..<ancestors.count
      guard ancestors.count * 4 <= sizeLimit / 4 else {
        throw ImageError(
          tooMuch: "the supertypes of all types; \(table.nodes[node].identifier) alone has "
            + "\(ancestors.count - start)")
      }
    }
  }

  /// Returns false, and adds nothing, when the list would be too long.
  private mutating func add(
    _ target: Int, _ targetRank: UInt32, to start: Int, of node: Int32, _ listed: inout [Int32],
    _ limits: RegistryLimits
  ) -> Bool {
    let above = ranges[target]
    guard above.count < limits.supertypeCount else { return false }
    let end = ancestors.count
    mergedCount += 1
    ancestors.append(targetRank)
    for place in above where listed[Int(ancestors[place])] != node {
      ancestors.append(ancestors[place])
    }
    guard ancestors.count - start <= limits.supertypeCount else {
      ancestors.removeLast(ancestors.count - end)
      return false
    }
    for place in end..<ancestors.count { listed[Int(ancestors[place])] = node }
    return true
  }

  private mutating func report(
    _ edge: Int, of node: Int, in table: NodeTable, _ limits: RegistryLimits
  ) {
    let type = table.nodes[node]
    let edge = type.edges[edge]
    // A supertype that a media type implies has no origin but the type's.
    let described = type.mimeType.map { table.catalog.types[$0] }
    let file = edge.file ?? described?.file
    diagnostics.append(
      DeclarationDiagnostic(
        .warning, rule: "too-many-supertypes",
        file: file.map { table.files[$0].source.path } ?? "",
        position: edge.file == nil ? described?.position ?? .none : edge.position,
        message: "\(type.identifier) would have more than \(limits.supertypeCount) supertypes; "
          + "that it conforms to \(table.nodes[edge.target].identifier) is dropped",
        remedy: "let it conform to fewer types, or to types with fewer above them"))
  }

  /// The sorted ancestors.
  subscript(node: Int) -> ArraySlice<UInt32> { ancestors[ranges[node]] }
}
