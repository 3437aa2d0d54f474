// A document class in the manner of many for UIKit: with its own initializer, whose steps can
// be undone. Nothing says on which actor it lives, as nothing did for years.

import UniformDocuments

class AlbumDocument: UIDocument {
  let thumbnailSize: Int
  private(set) var titles: [String] = []

  init(fileURL url: URL, thumbnailSize: Int) {
    self.thumbnailSize = thumbnailSize
    super.init(fileURL: url)
  }

  override var description: String { "AlbumDocument of \(titles.count) titles" }

  override func contents(forType typeName: String) throws -> Any {
    Data(titles.joined(separator: "\n").utf8)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data, let text = String(data: data, encoding: .utf8) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    titles = text.components(separatedBy: "\n")
  }

  func append(_ title: String) {
    undoManager.registerUndo(withTarget: self) { album in
      album.removeLast()
    }
    undoManager.setActionName("Append")
    titles.append(title)
  }

  func removeLast() {
    let title = titles.removeLast()
    undoManager.registerUndo(withTarget: self) { $0.append(title) }
  }

  override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    undoManager.removeAllActions()
    super.handleError(error, userInteractionPermitted: userInteractionPermitted)
  }
}

/// The state of its documents that a program keeps.
class AlbumShelf {
  private(set) var documents: [UIDocument] = []
  private var sizes: [UIDocument: Int] = [:]

  func add(_ document: AlbumDocument) {
    guard !documents.contains(document) else { return }
    documents.append(document)
    sizes[document] = document.thumbnailSize
  }

  func size(of document: UIDocument) -> Int? { sizes[document] }

  func isFirst(_ document: UIDocument) -> Bool {
    documents.first == document && document.isEqual(documents.first)
  }
}
