/// Finds the edges that close a cycle when edges are added one after another.
///
/// Asking with each edge whether its end already leads to its start would cost the square of the
/// edges. Instead all edges are sorted by the addition with which their two ends come to lie on one
/// cycle, by halving the additions: those that the first half settles are joined, and the second
/// half sees the joined nodes as one (offline incremental strongly connected components).
///
/// - Complexity: O(*n* log *n*) in the number of edges.
struct CycleClosingEdges {
  private let edges: [(from: Int, to: Int)]
  /// The places of the edges that close a cycle, in the order of addition.
  private(set) var places: [Int] = []
  /// The nodes known to lie on one cycle: each leads to another of them, the last to itself.
  private var leaders: [Int]

  /// - Parameters:
  ///   - edges: the edges, none from a node to itself, in the order of addition.
  ///   - nodeCount: the number of nodes; edges name them from 0 on.
  init(_ edges: [(from: Int, to: Int)], nodeCount: Int) {
    self.edges = edges
    leaders = Array(0..<nodeCount)
    settle(Array(edges.indices), from: 0, through: edges.count)
  }

  /// Settles edges whose ends come to lie on one cycle with one of some additions; the addition
  /// after the last edge stands for never.
  private mutating func settle(_ candidates: [Int], from first: Int, through last: Int) {
    guard !candidates.isEmpty, first < edges.count else { return }
    if first == last {
      for place in candidates {
        if place == first { places.append(place) }
        leaders[leader(of: edges[place].from)] = leader(of: edges[place].to)
      }
      return
    }
    let middle = (first + last) / 2
    let present = candidates.filter { $0 <= middle }
    let components = components(of: present)
    var early: [Int] = []
    var late: [Int] = []
    for place in candidates {
      let from = leader(of: edges[place].from)
      let to = leader(of: edges[place].to)
      let isTogether = from == to || components[from].map { $0 == components[to] } ?? false
      if place <= middle, isTogether { early.append(place) } else { late.append(place) }
    }
    settle(early, from: first, through: middle)
    settle(late, from: middle + 1, through: last)
  }

  /// The component of each node that lies on a cycle of some edges.
  private mutating func components(of places: [Int]) -> [Int: Int] {
    var nodes: [Int] = []
    var indices: [Int: Int] = [:]
    var targets: [[Int]] = []
    func index(_ node: Int) -> Int {
      if let index = indices[node] { return index }
      indices[node] = nodes.count
      nodes.append(node)
      targets.append([])
      return nodes.count - 1
    }
    for place in places {
      let from = index(leader(of: edges[place].from))
      let to = index(leader(of: edges[place].to))
      targets[from].append(to)
    }
    var components: [Int: Int] = [:]
    let connected = ConnectedComponents(nodes.count) { $1 += targets[$0] }
    for (number, members) in connected.cyclic.enumerated() {
      for member in members { components[nodes[member]] = number }
    }
    return components
  }

  private mutating func leader(of node: Int) -> Int {
    var node = node
    while leaders[node] != node {
      leaders[node] = leaders[leaders[node]]
      node = leaders[node]
    }
    return node
  }
}
