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
  // There are several for each type, so that numbers are no wider than in the image.
  private let targetNumber: UInt32
  private let filePlusOne: UInt32
  private let line: UInt32
  private let column: UInt32
  var views: UInt32
  let kind: EdgeKind

  init(
    to target: Int, _ kind: EdgeKind, _ views: UInt32, file: Int? = nil,
    at position: SourcePosition = .none
  ) {
    targetNumber = UInt32(target)
    self.kind = kind
    self.views = views
    filePlusOne = file.map { UInt32($0) + 1 } ?? 0
    line = UInt32(clamping: position.line)
    column = UInt32(clamping: position.column)
  }

  var target: Int { Int(targetNumber) }

  /// The file that states it; nil when a rule implies it.
  var file: Int? { filePlusOne == 0 ? nil : Int(filePlusOne) - 1 }

  var position: SourcePosition { SourcePosition(line: Int(line), column: Int(column)) }

  func holds(in view: GraphView) -> Bool { views & view.bit != 0 }
}
