// Top-level code with the names of UIDocument. Swift selects the forms that do not wait in other
// code; here they wait, block the main thread, and say whether they succeeded.

import UniformDocuments

final class Note: Document {
  override func load(fromContents contents: Any, ofType typeName: String?) throws {}
  override func contents(forType typeName: String) throws -> Any { Data("text".utf8) }
}

let note = Note(fileURL: URL(filePath: "Blocks.txt"))
switch CommandLine.arguments.last {
case "open":
  let isOpen = await note.open()
  print(isOpen)
case "save":
  let isSaved = await note.save(to: note.fileURL, for: .forCreating)
  print(isSaved)
case "autosave":
  let isAutosaved = await note.autosave()
  print(isAutosaved)
case "revert":
  let isReverted = await note.revert(toContentsOf: note.fileURL)
  print(isReverted)
case "close":
  let isClosed = await note.close()
  print(isClosed)
case "discarded":
  await note.close()
default:
  try await note.saveContents(to: note.fileURL, for: .forCreating)
}
print("came to its end")
