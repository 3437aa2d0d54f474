import Documents
import Foundation

/// A note: lines of text, and files attached to them.
///
/// A note without attachments is a text file. The first attachment makes it a notebook, a package
/// with the text and the attachments, when it is next saved.
class TextNote: Document {
  static let notebookType = "org.example.notes.notebook"
  private static let textName = "Text.md"
  private static let attachmentsName = "Attachments"

  private(set) var lines: [String] = []
  private(set) var attachments: [String: Data] = [:]
  /// The type to convert to with the next save.
  private var typeToSave: String?
  /// The package as it was read, whose unchanged children saving links instead of writing.
  private var package: FileWrapper?

  // MARK: - Reading and writing

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    if let package = contents as? FileWrapper {
      let text = package.fileWrappers?[Self.textName]?.regularFileContents ?? Data()
      let files = package.fileWrappers?[Self.attachmentsName]?.fileWrappers ?? [:]
      self.package = package
      lines = try Self.lines(of: text)
      attachments = files.compactMapValues(\.regularFileContents)
    } else {
      lines = try Self.lines(of: contents as? Data ?? Data())
      (package, attachments) = (nil, [:])
    }
    typeToSave = nil
  }

  override func contents(forType typeName: String) throws -> Any {
    let text = Data(lines.map { $0 + "\n" }.joined().utf8)
    guard typeName == Self.notebookType else { return text }
    let package = package ?? FileWrapper(directoryWithFileWrappers: [:])
    replace(Self.textName, in: package, with: text)
    let folder =
      package.fileWrappers?[Self.attachmentsName] ?? FileWrapper(directoryWithFileWrappers: [:])
    for name in folder.fileWrappers?.keys.sorted() ?? [] where attachments[name] == nil {
      if let child = folder.fileWrappers?[name] { folder.removeFileWrapper(child) }
    }
    for (name, data) in attachments.sorted(by: { $0.key < $1.key }) {
      replace(name, in: folder, with: data)
    }
    if package.fileWrappers?[Self.attachmentsName] == nil {
      folder.preferredFilename = Self.attachmentsName
      _ = package.addFileWrapper(folder)
    }
    self.package = package
    return package
  }

  override var savingFileType: String? {
    attachments.isEmpty ? typeToSave ?? fileType : Self.notebookType
  }

  /// A child that is as it was stays, so that saving need not write it again.
  private func replace(_ name: String, in directory: FileWrapper, with data: Data) {
    if let child = directory.fileWrappers?[name] {
      if child.regularFileContents == data { return }
      directory.removeFileWrapper(child)
    }
    _ = directory.addRegularFile(withContents: data, preferredFilename: name)
  }

  private static func lines(of data: Data) throws -> [String] {
    guard let text = String(data: data, encoding: .utf8) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  // MARK: - Editing

  /// Has the note become one of another type with the next save.
  func convert(to type: String) {
    typeToSave = type
    updateChangeCount(.done)
  }

  /// Changes the lines so that it can be undone.
  @MainActor func change(_ name: String, to newLines: [String]) {
    let oldLines = lines
    change(name) { note in note.change(name, to: oldLines) }
    lines = newLines
  }

  /// Attaches a file, or takes an attachment away, so that it can be undone.
  @MainActor func attach(_ data: Data?, as name: String) {
    let old = attachments[name]
    change("Attach") { note in note.attach(old, as: name) }
    attachments[name] = data
  }

  @MainActor private func change(
    _ name: String, undoing: @escaping @MainActor @Sendable (TextNote) -> Void
  ) {
    undoManager.beginUndoGrouping()
    undoManager.registerUndo(withTarget: self, handler: undoing)
    undoManager.setActionName(name)
    undoManager.endUndoGrouping()
  }

  // MARK: - Showing

  /// What a listing has in front of a line.
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
