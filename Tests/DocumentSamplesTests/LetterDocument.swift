// Document classes as they are written for AppKit, of which only the import is another, and what
// they say of windows is gone.

import UniformDocuments

class LetterDocument: NSDocument {
  var text = "" {
    didSet { textDidChange?(text) }
  }
  var encoding = String.Encoding.utf8
  var textDidChange: ((String) -> Void)?

  override init() {
    super.init()
    // Add your subclass-specific initialization here.
  }

  override class var autosavesInPlace: Bool {
    true
  }

  override class func canConcurrentlyReadDocuments(ofType typeName: String) -> Bool {
    typeName == "public.plain-text"
  }

  override func data(ofType typeName: String) throws -> Data {
    guard let data = text.data(using: encoding) else {
      throw NSError(domain: NSCocoaErrorDomain, code: CocoaError.fileWriteUnknown.rawValue)
    }
    return data
  }

  override func read(from data: Data, ofType typeName: String) throws {
    guard let text = String(data: data, encoding: encoding) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.text = text
  }

  func setText(_ newText: String) {
    let oldText = text
    undoManager?.registerUndo(withTarget: self) { $0.setText(oldText) }
    undoManager?.setActionName("Typing")
    text = newText
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  // The type is the type of AppKit.
  override var displayName: String! {
    get { super.displayName + (isDocumentEdited ? " *" : "") }
    set { super.displayName = newValue }
  }
}

/// A package with a text and pictures.
class ScrapbookDocument: NSDocument {
  private var wrapper = FileWrapper(directoryWithFileWrappers: [:])

  override class func isNativeType(_ type: String) -> Bool { true }

  var pictureNames: [String] {
    (wrapper.fileWrappers ?? [:]).keys.sorted()
  }

  override func read(from fileWrapper: FileWrapper, ofType typeName: String) throws {
    wrapper = fileWrapper
  }

  override func fileWrapper(ofType typeName: String) throws -> FileWrapper {
    wrapper
  }

  func add(_ data: Data, named name: String) {
    wrapper.addRegularFile(withContents: data, preferredFilename: name)
    updateChangeCount(.changeDone)
  }
}

/// A table that is written row by row, and that leaves a mark next to each save.
class LedgerDocument: NSDocument {
  var rows: [[String]] = []
  private(set) var saves: [NSDocument.SaveOperationType] = []

  override func read(from url: URL, ofType typeName: String) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    rows = text.components(separatedBy: "\n").map { $0.components(separatedBy: ",") }
  }

  override func write(to url: URL, ofType typeName: String) throws {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let handle = try FileHandle(forWritingTo: url)
    defer { handle.closeFile() }
    for (index, row) in rows.enumerated() {
      handle.write(Data(((index == 0 ? "" : "\n") + row.joined(separator: ",")).utf8))
    }
  }

  override func save(
    to url: URL, ofType typeName: String, for saveOperation: NSDocument.SaveOperationType,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    super.save(to: url, ofType: typeName, for: saveOperation) { error in
      if error == nil { self.saves.append(saveOperation) }
      completionHandler(error)
    }
  }

  override func writableTypes(for saveOperation: NSDocument.SaveOperationType) -> [String] {
    ["public.comma-separated-values-text"]
  }

  override func fileNameExtension(
    forType typeName: String, saveOperation: NSDocument.SaveOperationType
  ) -> String? {
    "csv"
  }

  override func updateChangeCount(_ change: NSDocument.ChangeType) {
    super.updateChangeCount(change)
    if change == .changeDone { fileModificationDate = fileModificationDate }
  }

  override func close() {
    rows = []
    super.close()
  }
}
