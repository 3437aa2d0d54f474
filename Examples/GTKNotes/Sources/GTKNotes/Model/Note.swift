import Foundation
import UniformDocuments
import UniformTypeIdentifiers

/// A text, and the files attached to it if it is a package.
final class Note: MainDocument {
  nonisolated static let packageType = "org.example.gtknotes.folder"
  private static let textName = "Text.md"
  private static let attachmentsName = "Attachments"

  private(set) var text = ""
  /// The package that was read; unknown children are saved with the others.
  private var package: FileWrapper?
  private var viewers: [ObjectIdentifier: @MainActor () -> Void] = [:]

  // MARK: - Reading and writing

  override func load(_ contents: Any, ofType type: UTType?) throws {
    let newPackage = contents as? FileWrapper
    let data =
      try newPackage.map { try $0.children()[Self.textName]?.contents() ?? Data() }
      ?? contents as? Data ?? Data()
    guard let newText = String(validating: data, as: UTF8.self) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    (text, package) = (newText, newPackage)
    notifyViewers()
  }

  override func contents(ofType type: UTType) throws -> Any {
    let data = Data(text.utf8)
    guard type.identifier == Self.packageType else { return data }
    let package = package ?? FileWrapper(directoryWithFileWrappers: [:])
    self.package = package
    let old = package.fileWrappers?[Self.textName]
    if let old, old.regularFileContents == data { return package }
    if let old { package.removeFileWrapper(old) }
    package.addRegularFile(withContents: data, preferredFilename: Self.textName)
    return package
  }

  /// The beginning of the text of a note that is not open; nil if it cannot be read.
  static func beginning(at url: URL) -> String? {
    let file = url.pathExtension == "gtknotes" ? url.appending(path: textName) : url
    guard let data = try? FileHandle(forReadingFrom: file).read(upToCount: 400) else { return nil }
    let words = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return String(words.joined(separator: " ").prefix(80))
  }

  // MARK: - Editing

  /// Changes the text with an undo action; typing without a pause is one step.
  func setText(_ newText: String) {
    guard newText != text else { return }
    let old = text
    undoManager.registerUndo(
      withTarget: self, coalescing: UndoCoalescing(key: "typing", style: .keepingOldest)
    ) { $0.setText(old) }
    undoManager.setActionName("Typing")
    text = newText
    notifyViewers()
  }

  /// True if files can be attached.
  var isPackage: Bool { fileType == Self.packageType }

  /// The names of the files attached, in alphabetical order.
  var attachments: [String] {
    (package?.fileWrappers?[Self.attachmentsName]?.fileWrappers?.keys).map { $0.sorted() } ?? []
  }

  /// Attaches a file with an undo action.
  func attach(_ data: Data, as name: String) {
    let file = FileWrapper(regularFileWithContents: data)
    file.preferredFilename = name
    add(file)
  }

  private func add(_ file: FileWrapper) {
    recordStep(named: "Attach \(file.preferredFilename ?? "File")") { $0.remove(file) }
    _ = attachmentsFolder().addFileWrapper(file)
    notifyViewers()
  }

  private func remove(_ file: FileWrapper) {
    recordStep(named: "Attach \(file.preferredFilename ?? "File")") { $0.add(file) }
    attachmentsFolder().removeFileWrapper(file)
    notifyViewers()
  }

  private func recordStep(named name: String, undoing: @escaping @MainActor (Note) -> Void) {
    undoManager.registerUndo(withTarget: self, handler: undoing)
    undoManager.setActionName(name)
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

  // MARK: - Showing

  /// Registers a viewer, whose closure is called after each change of the text or the attachments.
  func view(by viewer: AnyObject, _ changed: @escaping @MainActor () -> Void) {
    viewers[ObjectIdentifier(viewer)] = changed
  }

  func endViewing(by viewer: AnyObject) { viewers[ObjectIdentifier(viewer)] = nil }

  private func notifyViewers() { for changed in viewers.values { changed() } }
}
