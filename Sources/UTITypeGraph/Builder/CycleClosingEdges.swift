/// A search for the edges that close a cycle when edges are added one after another.
///
/// Edges are sorted by the addition that puts both ends on one cycle, by halving the additions:
/// offline incremental strongly connected components, in O(*n* log *n*) for the edges.
package struct CycleClosingEdges {
  private let edges: [(from: Int, to: Int)]
  /// The order is the order of addition.
  package private(set) var places: [Int] = []
  /// The nodes known to be on one cycle: each leads to another of them, the last to itself.
  private var leaders: [Int]
  /// The number of each node among the current ones; -1 for all others.
  private var numbers: [Int]
  /// The component of each node; -1 for nodes that are on no cycle.
  private var components: [Int]

  /// No edge leads from a node to itself; nodes are named from 0 on.
  package init(_ edges: [(from: Int, to: Int)], nodeCount: Int) {
    self.edges = edges
    leaders = Array(0..<nodeCount)
    numbers = Array(repeating: -1, count: nodeCount)
    components = Array(repeating: -1, count: nodeCount)
    settle(Array(edges.indices), from: 0, through: edges.count)
  }

  /// An edge gets the addition that puts it on a cycle; the one after the last edge means never.
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
    let nodes = findComponents(of: present)
    var early: [Int] = []
    var late: [Int] = []
    for place in candidates {
      let from = leader(of: edges[place].from)
      let to = leader(of: edges[place].to)
      let isTogether = from == to || components[from] >= 0 && components[from] == components[to]
      if place <= middle, isTogether { early.append(place) } else { late.append(place) }
    }
    for node in nodes { components[node] = -1 }
    settle(early, from: first, through: middle)
    settle(late, from: middle + 1, through: last)
  }

  /// Returns the nodes that the edges connect.
  private mutating func findComponents(of places: [Int]) -> [Int] {
    var nodes: [Int] = []
    // The numbers of the ends of each edge.
    var ends: [(from: Int, to: Int)] = []
    ends.reserveCapacity(places.count)
    for place in places {
      ends.append((number(of: edges[place].from, &nodes), number(of: edges[place].to, &nodes)))
    }
    // The edges of each node are adjacent, from its start to the next node's start.
    var starts = [Int](repeating: 0, count: nodes.count + 1)
    for end in ends { starts[end.from + 1] += 1 }
    for number in nodes.indices { starts[number + 1] += starts[number] }
    var targets = [Int](repeating: 0, count: ends.count)
    var next = starts
    for end in ends {
      targets[next[end.from]] = end.to
      next[end.from] += 1
    }
    let connected = ConnectedComponents(nodes.count) { number, found in
      found += targets[starts[number]..<starts[number + 1]]
    }
    for (component, members) in connected.cyclic.enumerated() {
      for member in members { components[nodes[member]] = component }
    }
    for node in nodes { numbers[node] = -1 }
    return nodes
  }

  private mutating func number(of node: Int, _ nodes: inout [Int]) -> Int {
    let leader = leader(of: node)
    if numbers[leader] < 0 {
      numbers[leader] = nodes.count
      nodes.append(leader)
    }
    return numbers[leader]
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
