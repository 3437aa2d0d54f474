// Top-level code with calls that do not wait in other code. Each line that says so is an error in
// the Swift 6 mode; in the Swift 5 mode it is a warning, and the call waits.

import UniformDocuments

final class Note: Document {
  override func load(fromContents contents: Any, ofType typeName: String?) throws {}
  override func contents(forType typeName: String) throws -> Any { Data("text".utf8) }
}

let note = Note(fileURL: URL(filePath: "DoesNotWait.txt"))
switch CommandLine.arguments.last {
case "open":
  try await note.open()  // error
case "save":
  try await note.save(to: note.fileURL, for: .forCreating)  // error
case "autosave":
  try await note.autosave()  // error
case "revert":
  try await note.revert(toContentsOf: note.fileURL)  // error
case "close":
  await note.close()  // error
case "result":
  let result = await note.close()  // error
  print(result)
default:
  try await note.saveContents(to: note.fileURL, for: .forCreating)
}
print("came to its end")
