import TestSupport
import Testing

@testable import UTITypeGraph

@Suite("Edges that close a cycle")
struct CycleClosingEdgesTests {
  /// Those whose end already leads to their start by earlier edges, found one by one.
  private func closing(_ edges: [(from: Int, to: Int)]) -> [Int] {
    edges.indices.filter { place in
      var reached: Set<Int> = [edges[place].to]
      var pending = [edges[place].to]
      while let node = pending.popLast() {
        for edge in edges[..<place] where edge.from == node && reached.insert(edge.to).inserted {
          pending.append(edge.to)
        }
      }
      return reached.contains(edges[place].from)
    }
  }

  @Test("are the edges that a search for each one finds", arguments: [2, 3, 5, 9, 17])
  func random(nodeCount: Int) {
    var generator = SeededGenerator(seed: UInt64(nodeCount))
    for _ in 0..<200 {
      let count = Int.random(in: 0...nodeCount * 3, using: &generator)
      let edges = (0..<count).map { _ in
        let from = Int.random(in: 0..<nodeCount, using: &generator)
        let step = Int.random(in: 1..<nodeCount, using: &generator)
        return (from: from, to: (from + step) % nodeCount)
      }
      #expect(CycleClosingEdges(edges, nodeCount: nodeCount).places == closing(edges))
    }
  }

  @Test("are found in a long chain of pairs without comparing each with every other")
  func chain() {
    let count = 20_000
    let up = (1..<count).map { (from: $0 - 1, to: $0) }
    let down = (1..<count).map { (from: $0, to: $0 - 1) }
    let places = CycleClosingEdges(up + down, nodeCount: count).places
    #expect(places == Array(up.count..<2 * up.count))
  }
}
