/// The declared types that are directories, by following the declared parents.
struct DirectoryTypes {
  private var isDirectory: [Bool]

  func contains(_ node: Int) -> Bool { isDirectory[node] }

  init(_ table: NodeTable) {
    isDirectory = Array(repeating: false, count: table.nodes.count)
    guard let root = table.node(of: .directory) else { return }
    var children: [Int: [Int]] = [:]
    for node in table.nodes.indices {
      guard let active = table.active(node) else { continue }
      for parent in table[active].conformsTo {
        if let parent = table.node(of: parent.value) { children[parent, default: []].append(node) }
      }
    }
    var pending = [root]
    while let node = pending.popLast() {
      guard !isDirectory[node] else { continue }
      isDirectory[node] = true
      pending += children[node] ?? []
    }
  }
}
