/// A type while the graph is being built.
struct GraphNode {
  let identifier: TypeIdentifier
  /// The number of the identifier among all that lead to nodes.
  let identifierNumber: Int
  /// The declarations, the active one first.
  var declarations: [DeclarationReference] = []
  /// What shared-mime-info says of the type, as an index into the catalog.
  var mimeType: Int?
  var edges: [GraphEdge] = []

  var isPlaceholder: Bool { declarations.isEmpty && mimeType == nil }
}

/// A statement that a node is directly below another.
struct GraphEdge {
  let target: Int
  let kind: EdgeKind
  var views: UInt32
  /// The file that states it; nil when a rule implies it.
  let file: Int?
  let position: SourcePosition

  init(
    to target: Int, _ kind: EdgeKind, _ views: UInt32, file: Int? = nil,
    at position: SourcePosition = .none
  ) {
    self.target = target
    self.kind = kind
    self.views = views
    self.file = file
    self.position = position
  }

  func holds(in view: GraphView) -> Bool { views & view.bit != 0 }
}
