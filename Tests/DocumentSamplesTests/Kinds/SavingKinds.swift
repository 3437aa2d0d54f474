// Document classes in the manner of many for UIKit, which take part in saving and in what is known of
// it. Only the import is another.

import UniformDocuments

/// A drawing with a thumbnail.
class DrawingDocument: UIDocument {
  var strokes: [String] = []

  override func contents(forType typeName: String) throws -> Any {
    Data(strokes.joined(separator: ";").utf8)
  }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    strokes = String(decoding: contents as? Data ?? Data(), as: UTF8.self).components(
      separatedBy: ";")
  }

  override func fileAttributesToWrite(
    to url: URL, for saveOperation: UIDocument.SaveOperation
  ) throws -> [AnyHashable: Any] {
    var attributes = try super.fileAttributesToWrite(to: url, for: saveOperation)
    attributes[URLResourceKey.hasHiddenExtensionKey] = true
    attributes[URLResourceKey.thumbnailDictionaryKey] = [
      URLThumbnailDictionaryItem.NSThumbnail1024x1024SizeKey: Data([1, 2, 3])
    ]
    return attributes
  }
}

/// A document that keeps a copy of what it replaces.
final class LedgerFile: DrawingDocument {
  var backupURL: URL?

  override func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
    safelyTo url: URL, for saveOperation: UIDocument.SaveOperation
  ) throws {
    if saveOperation == .forOverwriting, let backupURL = backupURL {
      try? FileManager.default.removeItem(at: backupURL)
      try FileManager.default.copyItem(at: url, to: backupURL)
    }
    try super.writeContents(
      contents, andAttributes: additionalFileAttributes, safelyTo: url, for: saveOperation)
  }
}

/// A document that saves itself when it wants to, and counts.
final class SlowDocument: DrawingDocument {
  var autosaveIsAllowed = false
  private(set) var saveCount = 0

  override var hasUnsavedChanges: Bool { autosaveIsAllowed && super.hasUnsavedChanges }

  override func autosave(completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    guard autosaveIsAllowed else {
      completionHandler?(true)
      return
    }
    super.autosave(completionHandler: completionHandler)
  }

  override func save(
    to url: URL, for saveOperation: UIDocument.SaveOperation,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) {
    saveCount += 1
    super.save(to: url, for: saveOperation, completionHandler: completionHandler)
  }
}

/// A document with its own count of its changes.
final class CountedDocument: DrawingDocument {
  private var generation = 0
  private var savedGeneration = 0

  override var hasUnsavedChanges: Bool { generation != savedGeneration }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    try super.load(fromContents: contents, ofType: typeName)
    savedGeneration = generation
  }

  override func updateChangeCount(_ change: UIDocument.ChangeKind) {
    if change == .done { generation += 1 }
    super.updateChangeCount(change)
  }

  override func changeCountToken(for saveOperation: UIDocument.SaveOperation) -> Any {
    (generation, super.changeCountToken(for: saveOperation))
  }

  override func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: UIDocument.SaveOperation
  ) {
    guard let (generation, token) = changeCountToken as? (Int, Any) else { return }
    savedGeneration = generation
    super.updateChangeCount(withToken: token, for: saveOperation)
  }
}

/// A document whose title and type differ from the title and type of its file.
final class TitledDocument: DrawingDocument {
  var title: String?

  override var localizedName: String {
    title ?? (super.localizedName as NSString).deletingPathExtension
  }

  override var fileType: String? { "public.plain-text" }

  static func create(
    titled title: String, in directory: URL, completion: @escaping @Sendable (Bool) -> Void
  ) -> TitledDocument {
    let url = directory.appendingPathComponent(title).appendingPathExtension("txt")
    let document = TitledDocument(fileURL: url)
    document.title = title
    document.save(to: url, for: .forCreating) { success in completion(success) }
    return document
  }
}

/// A document that asks for undo by steps.
final class PaintDocument: DrawingDocument {
  func add(_ stroke: String) {
    undoManager.beginUndoGrouping()
    undoManager.registerUndo(withTarget: self) { document in
      document.remove(stroke)
    }
    if !undoManager.isUndoing { undoManager.setActionName("Stroke") }
    undoManager.endUndoGrouping()
    strokes.append(stroke)
  }

  func remove(_ stroke: String) {
    strokes.removeAll { $0 == stroke }
    undoManager.registerUndo(withTarget: self) { $0.add(stroke) }
  }

  func forgetSteps() {
    undoManager = nil
    undoManager.levelsOfUndo = 10
  }
}
