import UniformDocuments
import UniformTypeIdentifiers

final class OutlineNode: Identifiable {
  let id = UUID()
  var title: String
  var children: [OutlineNode]

  init(title: String, children: [OutlineNode] = []) {
    self.title = title
    self.children = children
  }
}

struct OutlineItem: Codable, Sendable {
  var title: String
  var children: [OutlineItem]

  init(_ node: OutlineNode) {
    title = node.title
    children = node.children.map(OutlineItem.init)
  }

  var node: OutlineNode { OutlineNode(title: title, children: children.map(\.node)) }
}

/// A graph of objects with an undo manager, as in Apple's sample of a checklist.
final class OutlineDocument: ReferenceFileDocument {
  typealias Snapshot = OutlineItem

  @Published var root: OutlineNode

  static var readableContentTypes: [UTType] { [.json] }

  init() {
    root = OutlineNode(title: "Outline")
  }

  init(configuration: ReadConfiguration) throws {
    guard let data = configuration.file.regularFileContents else {
      throw CocoaError(.fileReadCorruptFile)
    }
    root = try JSONDecoder().decode(OutlineItem.self, from: data).node
  }

  func snapshot(contentType: UTType) throws -> OutlineItem {
    OutlineItem(root)
  }

  func fileWrapper(snapshot: OutlineItem, configuration: WriteConfiguration) throws -> FileWrapper {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return FileWrapper(regularFileWithContents: try encoder.encode(snapshot))
  }
}

extension OutlineDocument {
  /// Renames a node, and registers how to undo it.
  @MainActor func rename(_ node: OutlineNode, to title: String, undoManager: UndoManager?) {
    let oldTitle = node.title
    objectWillChange.send()
    node.title = title
    undoManager?.registerUndo(withTarget: self) { document in
      document.rename(node, to: oldTitle, undoManager: undoManager)
    }
    undoManager?.setActionName("Rename")
  }
}
