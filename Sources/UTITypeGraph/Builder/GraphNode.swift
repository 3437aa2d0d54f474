/// A type while the graph is being built.
struct GraphNode {
  let identifier: TypeIdentifier
  let identifierNumber: Int
  /// The active declaration is the first.
  var declarations: [DeclarationReference] = []
  /// An index into the catalog.
  var mimeType: Int?
  var edges: [GraphEdge] = []

  var isPlaceholder: Bool { declarations.isEmpty && mimeType == nil }
}

/// A statement that a node is a direct subtype of another.
struct GraphEdge {
  // Each type has several, so the numbers are as narrow as in the image.
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

  /// nil when a rule implies the statement.
  var file: Int? { filePlusOne == 0 ? nil : Int(filePlusOne) - 1 }

  var position: SourcePosition { SourcePosition(line: Int(line), column: Int(column)) }

  func holds(in view: GraphView) -> Bool { views & view.bit != 0 }
}
