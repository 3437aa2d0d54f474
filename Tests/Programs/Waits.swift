// Top-level code that waits for what it asks for, in every way there is.

import UniformDocuments

final class Note: Document {
  var text = ""

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  func setText(_ newText: String) {
    text = newText
    updateChangeCount(.done)
  }
}

func saved(at url: URL) -> String { (try? String(contentsOf: url, encoding: .utf8)) ?? "nothing" }

let folder = URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
let url = folder.appending(path: "Waits.txt")

let note = Note(fileURL: url)
note.setText("one")
try await note.saveContents(to: url, for: .forCreating)
print(saved(at: url))  // one
note.setText("two")
try await note.autosaveContents()
print(saved(at: url))  // two
note.setText("three")
try await note.revertContents(to: url)
print(note.text)  // two
note.setText("four")
try await note.saveAndClose()
print(saved(at: url))  // four
try await note.openContents()
print(note.text)  // four
note.setText("five")
try await note.close(discardingChanges: true)
print(saved(at: url))  // four

do {
  try await Note(fileURL: folder.appending(path: "Missing.txt")).openContents()
} catch let error as DocumentError {
  print(error.code)
}
