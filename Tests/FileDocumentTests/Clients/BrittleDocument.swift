import UniformDocuments
import UniformTypeIdentifiers

enum BrittleError: Error {
  case unreadable, noSnapshot, unwritable
}

/// A text that cannot be read, taken or written when it says so.
final class BrittleDocument: ReferenceFileDocument {
  @Published var text: String

  static var readableContentTypes: [UTType] { [.plainText] }

  init(text: String = "") {
    self.text = text
  }

  init(configuration: ReadConfiguration) throws {
    text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
    if text.contains("unreadable") { throw BrittleError.unreadable }
  }

  @MainActor func setText(_ new: String, _ undoManager: UndoManager) {
    let old = text
    text = new
    undoManager.registerUndo(withTarget: self) { document in
      MainActor.assumeIsolated { document.setText(old, undoManager) }
    }
  }

  func snapshot(contentType: UTType) throws -> String {
    if text.contains("no snapshot") { throw BrittleError.noSnapshot }
    return text
  }

  func fileWrapper(snapshot: String, configuration: WriteConfiguration) throws -> FileWrapper {
    if snapshot.contains("unwritable") { throw BrittleError.unwritable }
    return FileWrapper(regularFileWithContents: Data(snapshot.utf8))
  }
}
