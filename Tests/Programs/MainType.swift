// A program whose main function belongs to a type.

import UniformDocuments

final class Note: Document {
  private(set) var text = ""

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  @MainActor func setText(_ newText: String) {
    undoManager.registerUndo(withTarget: self) { [text] in $0.setText(text) }
    text = newText
  }
}

@main struct Program {
  @MainActor static func main() async throws {
    let url = URL(filePath: "MainType.txt")
    let note = Note(fileURL: url)
    note.setText("one")
    try await note.saveContents(to: url, for: .forCreating)
    note.setText("two")
    guard await note.close() else { exit(1) }
    try await note.openContents()
    guard note.text == "two" else { exit(2) }
    try await note.saveAndClose()
  }
}
