/// Strongly connected components, by Tarjan's algorithm without recursion.
package struct ConnectedComponents {
  /// The components of more than one member.
  package private(set) var cyclic: [[Int]] = []
  /// Each node after the nodes its edges lead to (when there are no cycles).
  package private(set) var order: [Int] = []

  /// The closure adds the nodes that the edges of a node lead to.
  package init(_ count: Int, appendTargets: (Int, inout [Int]) -> Void) {
    // The edges of all nodes in one list, of each node from `starts[node]` to the next start.
    var edges: [Int] = []
    var starts = [0]
    starts.reserveCapacity(count + 1)
    for node in 0..<count {
      appendTargets(node, &edges)
      starts.append(edges.count)
    }
    var number = [Int](repeating: -1, count: count)
    var low = [Int](repeating: 0, count: count)
    var isOnStack = [Bool](repeating: false, count: count)
    var stack: [Int] = []
    var frames: [(node: Int, next: Int)] = []
    var next = 0
    func enter(_ node: Int) {
      number[node] = next
      low[node] = next
      next += 1
      stack.append(node)
      isOnStack[node] = true
      frames.append((node, starts[node]))
    }
    order.reserveCapacity(count)
    for root in 0..<count where number[root] < 0 {
      enter(root)
      while let frame = frames.last {
        let node = frame.node
        if frame.next < starts[node + 1] {
          frames[frames.count - 1].next += 1
          let target = edges[frame.next]
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
        let first = order.count
        repeat {
          let member = stack.removeLast()
          isOnStack[member] = false
          order.append(member)
        } while order.last != node
        if order.count - first > 1 { cyclic.append(Array(order[first...])) }
      }
    }
  }
}
