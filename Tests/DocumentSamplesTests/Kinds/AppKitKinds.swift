// Document classes in the manner of many for AppKit. Only the import is another, and what they say of
// windows is gone.

import UniformDocuments

/// Its own model in JSON, of the main actor.
final class BudgetDocument: NSDocument {
  struct Budget: Codable, Equatable {
    var entries: [String: Int] = [:]
  }

  var budget = Budget()

  override class var autosavesInPlace: Bool { true }

  override func data(ofType typeName: String) throws -> Data {
    try JSONEncoder().encode(budget)
  }

  override func read(from data: Data, ofType typeName: String) throws {
    do {
      budget = try JSONDecoder().decode(Budget.self, from: data)
    } catch {
      throw NSError(
        domain: NSCocoaErrorDomain, code: CocoaError.fileReadCorruptFile.rawValue,
        userInfo: [NSUnderlyingErrorKey: error])
    }
  }

  func set(_ amount: Int?, for name: String) {
    let old = budget.entries[name]
    undoManager?.registerUndo(withTarget: self) { $0.set(old, for: name) }
    undoManager?.setActionName("Change Amount")
    budget.entries[name] = amount
  }
}

/// A document that is only looked at.
final class ReportDocument: NSDocument {
  private(set) var report = ""

  override class func isNativeType(_ type: String) -> Bool { false }
  override class var writableTypes: [String] { [] }

  override func read(from data: Data, ofType typeName: String) throws {
    report = String(decoding: data, as: UTF8.self)
  }

  override func data(ofType typeName: String) throws -> Data {
    throw NSError(domain: NSOSStatusErrorDomain, code: unimpErr, userInfo: nil)
  }
}

/// A package whose file wrapper is kept, and of which only what has changed is replaced.
final class AlbumBundle: NSDocument {
  private var documentFileWrapper: FileWrapper?
  var caption = "" {
    didSet { captionIsDirty = true }
  }
  private var captionIsDirty = true

  override func fileWrapper(ofType typeName: String) throws -> FileWrapper {
    let root = documentFileWrapper ?? FileWrapper(directoryWithFileWrappers: [:])
    documentFileWrapper = root
    if captionIsDirty {
      if let old = root.fileWrappers?["caption.txt"] { root.removeFileWrapper(old) }
      root.addRegularFile(withContents: Data(caption.utf8), preferredFilename: "caption.txt")
      captionIsDirty = false
    }
    return root
  }

  override func read(from fileWrapper: FileWrapper, ofType typeName: String) throws {
    guard let data = fileWrapper.fileWrappers?["caption.txt"]?.regularFileContents else {
      throw CocoaError(.fileReadCorruptFile)
    }
    caption = String(data: data, encoding: .utf8) ?? ""
    documentFileWrapper = fileWrapper
    captionIsDirty = false
  }
}

/// A document that writes while editing goes on.
final class MovieDocument: NSDocument {
  var frames: [Int] = []

  override func canAsynchronouslyWrite(
    to url: URL, ofType typeName: String, for saveOperation: NSDocument.SaveOperationType
  ) -> Bool {
    true
  }

  override func write(
    to url: URL, ofType typeName: String, for saveOperation: NSDocument.SaveOperationType,
    originalContentsURL absoluteOriginalContentsURL: URL?
  ) throws {
    let snapshot = frames
    unblockUserInteraction()
    try Data(snapshot.map(String.init).joined(separator: " ").utf8).write(to: url)
  }

  override func read(from url: URL, ofType typeName: String) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    frames = text.split(separator: " ").compactMap { Int($0) }
  }
}

/// A document that marks what it has saved.
final class AuditedDocument: NSDocument {
  var text = ""
  var events: [String] = []

  override func data(ofType typeName: String) throws -> Data { Data(text.utf8) }

  override func read(from data: Data, ofType typeName: String) throws {
    text = String(decoding: data, as: UTF8.self)
  }

  override func writeSafely(
    to url: URL, ofType typeName: String, for saveOperation: NSDocument.SaveOperationType
  ) throws {
    try super.writeSafely(to: url, ofType: typeName, for: saveOperation)
  }

  override func fileAttributesToWrite(
    to url: URL, ofType typeName: String, for saveOperation: NSDocument.SaveOperationType,
    originalContentsURL absoluteOriginalContentsURL: URL?
  ) throws -> [String: Any] {
    events.append("attributes")
    return try super.fileAttributesToWrite(
      to: url, ofType: typeName, for: saveOperation,
      originalContentsURL: absoluteOriginalContentsURL)
  }

  override func revert(toContentsOf url: URL, ofType typeName: String) throws {
    try super.revert(toContentsOf: url, ofType: typeName)
    events.append("revert")
  }

  override func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: NSDocument.SaveOperationType
  ) {
    super.updateChangeCount(withToken: changeCountToken, for: saveOperation)
    events.append("saved")
  }
}

/// A draft with a template.
final class LetterheadDocument: NSDocument {
  var text = ""

  override class var autosavesDrafts: Bool { true }
  override class var autosavesInPlace: Bool { true }
  override class var preservesVersions: Bool { false }

  override init() {
    super.init()
    hasUndoManager = true
  }

  convenience init(type typeName: String, template: String) throws {
    try self.init(type: typeName)
    text = template
  }

  override func defaultDraftName() -> String { "Letter" }

  override func data(ofType typeName: String) throws -> Data { text.data(using: .utf8) ?? Data() }

  override func read(from data: Data, ofType typeName: String) throws {
    guard let text = String(data: data, encoding: .utf8) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    self.text = text
  }

  override func duplicate() throws -> NSDocument {
    let copy = try super.duplicate()
    (copy as? LetterheadDocument)?.text += " (copy)"
    return copy
  }
}

/// A text that is written as several types.
final class PageDocument: NSDocument {
  var text = ""

  override class var readableTypes: [String] { ["public.plain-text", "public.html"] }
  override class var writableTypes: [String] { readableTypes }

  override func fileNameExtension(
    forType typeName: String, saveOperation: NSDocument.SaveOperationType
  ) -> String? {
    switch typeName {
    case "public.html": return "html"
    default: return super.fileNameExtension(forType: typeName, saveOperation: saveOperation)
    }
  }

  override func data(ofType typeName: String) throws -> Data {
    switch typeName {
    case "public.html": return Data("<p>\(text)</p>".utf8)
    case "public.plain-text": return Data(text.utf8)
    default: throw CocoaError(.fileWriteUnknown)
    }
  }

  override func read(from data: Data, ofType typeName: String) throws {
    text = String(decoding: data, as: UTF8.self)
    if typeName == "public.html" { text = String(text.dropFirst(3).dropLast(4)) }
  }
}
