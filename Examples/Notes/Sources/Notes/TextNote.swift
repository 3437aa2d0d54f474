import Foundation
import UniformDocuments

/// A note: lines of text, and files attached to them.
///
/// A note without attachments is a text file. The first attachment makes it a notebook, a package
/// with the text and the attachments, at the next save. Other files in the package stay.
class TextNote: Document {
  static let notebookType = "org.example.notes.notebook"
  private static let textName = "Text.md"
  private static let attachmentsName = "Attachments"

  private(set) var lines: [Line] = []
  /// The present or future package of the note; nil for a text file.
  ///
  /// The wrappers themselves are the model: saving links unchanged children instead of writing
  /// them, and unknown children are saved with the others.
  private var package: FileWrapper?
  /// The type of the next save, if it converts the note.
  private var typeToSave: String?

  // MARK: - Reading and writing

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    // Calls that can fail come first: an error leaves the note unchanged.
    let newPackage = contents as? FileWrapper
    let data = try newPackage.map(Self.text) ?? contents as? Data ?? Data()
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    lines = [Line](of: text)
    package = newPackage
    typeToSave = nil
  }

  /// Returns the text of a package whose parts have the names and kinds of a notebook.
  private static func text(of package: FileWrapper) throws -> Data {
    let children = try package.children()
    if let folder = children[attachmentsName], !folder.isDirectory {
      throw CocoaError(.fileReadCorruptFile)
    }
    // An unreadable text must not become an empty text, which a save would write over it.
    return try children[textName]?.contents() ?? Data()
  }

  override func contents(forType typeName: String) throws -> Any {
    let text = Data(lines.text.utf8)
    guard typeName == Self.notebookType else { return text }
    let package = package ?? FileWrapper(directoryWithFileWrappers: [:])
    self.package = package
    let old = package.fileWrappers?[Self.textName]
    if let old, old.regularFileContents == text { return package }
    let new = FileWrapper(regularFileWithContents: text)
    new.preferredFilename = Self.textName
    if let old {
      let permissions = FileAttributeKey.posixPermissions.rawValue
      new.fileAttributes[permissions] = old.fileAttributes[permissions]
      package.removeFileWrapper(old)
    }
    _ = package.addFileWrapper(new)
    return package
  }

  override var savingFileType: String? {
    hasFiles ? Self.notebookType : typeToSave ?? fileType
  }

  /// True if the note has files, which a text file cannot hold.
  var hasFiles: Bool {
    guard let children = package?.fileWrappers else { return false }
    return children.contains { name, child in
      switch name {
      case Self.textName: false
      case Self.attachmentsName: child.fileWrappers?.isEmpty != true
      default: true
      }
    }
  }

  // MARK: - Editing

  /// Converts the note to another type with the next save.
  func convert(to type: String) {
    typeToSave = type
    updateChangeCount(.done)
  }

  /// Changes the lines with an undo action.
  @MainActor func change(_ name: String, _ body: (inout [Line]) -> Void) {
    let oldLines = lines
    record(name) { note in note.change(name) { $0 = oldLines } }
    body(&lines)
  }

  /// The files attached, by name.
  var attachments: [String: FileWrapper] {
    package?.fileWrappers?[Self.attachmentsName]?.fileWrappers?.filter(\.value.isRegularFile)
      ?? [:]
  }

  /// Attaches a file, in place of a file with that name, with an undo action.
  @MainActor func attach(_ data: Data, as name: String) {
    let file = FileWrapper(regularFileWithContents: data)
    file.preferredFilename = name
    replace(attachments[name], with: file)
  }

  @MainActor private func replace(_ old: FileWrapper?, with new: FileWrapper?) {
    record("Attach") { note in note.replace(new, with: old) }
    let folder = attachmentsFolder()
    if let old { folder.removeFileWrapper(old) }
    // If another file has the name, the file gets a number.
    if let new { _ = folder.addFileWrapper(new) }
  }

  private func attachmentsFolder() -> FileWrapper {
    let package = package ?? FileWrapper(directoryWithFileWrappers: [:])
    self.package = package
    if let folder = package.fileWrappers?[Self.attachmentsName] { return folder }
    let folder = FileWrapper(directoryWithFileWrappers: [:])
    folder.preferredFilename = Self.attachmentsName
    _ = package.addFileWrapper(folder)
    return folder
  }

  @MainActor private func record(_ name: String, undoing: @escaping @MainActor (TextNote) -> Void) {
    undoManager.beginUndoGrouping()
    undoManager.registerUndo(withTarget: self, handler: undoing)
    undoManager.setActionName(name)
    undoManager.endUndoGrouping()
  }

  // MARK: - Showing

  /// The mark before a line in a listing.
  func mark(ofLine line: String) -> String { " " }
}

/// A note in Markdown, which shows its headings.
final class MarkdownNote: TextNote {
  override func mark(ofLine line: String) -> String { line.hasPrefix("#") ? "§" : " " }
}

/// A note with attachments.
final class Notebook: TextNote {
  override func mark(ofLine line: String) -> String { line.hasPrefix("#") ? "§" : " " }
}
