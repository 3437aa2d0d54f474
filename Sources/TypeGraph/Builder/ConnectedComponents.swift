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
