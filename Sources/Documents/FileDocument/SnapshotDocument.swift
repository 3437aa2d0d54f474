public import Foundation
internal import FoundationAdditions
public import UniformTypes

/// A document that is saved from a snapshot of its content: what ``ValueDocument``,
/// ``ObjectDocument`` and ``ModelDocument`` have in common.
///
/// ```
/// main actor          snapshot ── editing goes on ─────────────────── saved
///                         │                                             │
/// file access             └── file wrapper ── temporary item ── exchange┘
/// ```
///
/// Saving, exporting, duplicating and autosaving elsewhere take the same snapshot (rule Q1). What others
/// save is taken over while there are no edits, and in conflict with them otherwise (rule Q5). Which
/// types are readable and which are writable decides what may happen to a file:
///
/// | its type is | the document |
/// |---|---|
/// | read and written | is edited and saved where it is |
/// | only read, and others are written | is edited; changes are kept elsewhere, and it is saved in another place as one of the others: the file itself stays as it is |
/// | read, and none is written | is for viewing |
@MainActor public class SnapshotDocument: MainDocument {
  nonisolated let edits = ContentEdits()

  /// The types that the content can be made of.
  public nonisolated class var readableContentTypes: [UTType] { [] }

  /// The types that the content can be saved and exported as.
  public nonisolated class var writableContentTypes: [UTType] { [] }

  /// The client: the type of the content, by whose name declarations know the document.
  nonisolated class var clientType: any Any.Type { Self.self }

  /// Makes a document for an item without touching the file system.
  ///
  /// - Parameter url: where the item is or will be; must not be empty.
  public required init(at url: URL) { super.init(at: url) }

  /// Whether people may edit now.
  ///
  /// Not where the document is for viewing, is closed, is being closed or read again, or is to be
  /// saved at its place and cannot be (``Document/savingObstacle``).
  public final var isEditable: Bool {
    let isClosed = documentState.contains(.closed) && record.withValues { $0.hasBeenOpen }
    return !isForViewing && !isClosed && !documentState.contains(.editingDisabled)
      && (savingObstacle == nil || importedType != nil)
  }

  /// Whether nothing that happens to the content is to be saved.
  public nonisolated final var isForViewing: Bool {
    Self.writableContentTypes.isEmpty || edits.withLock { $0.isForViewing }
  }

  // MARK: - What subclasses do

  /// What the content is now, and how to write it.
  func takeContent(ofType type: UTType) throws -> SnapshotContents {
    throw missingOverride("takeContent(ofType:)", .save)
  }

  /// Makes content of what was read; runs where that is.
  ///
  /// - Returns: what ``MainDocument/load(_:ofType:)`` takes.
  nonisolated func makeContent(
    of contents: DocumentContents, ofType typeName: String?
  ) throws -> Any {
    throw missingOverride("makeContent(of:ofType:)", .open)
  }

  /// Is called at the end of an event in which the content has changed.
  func contentDidSettle() {}

  // MARK: - Reading and writing

  /// Takes a snapshot, of a type that is written.
  public final override func contents(ofType type: UTType) throws -> Any {
    guard isWritable(type) else { throw unwritable(type) }
    return try takeContent(ofType: type)
  }

  /// Reads an item, and makes content of it where it was read.
  public nonisolated override func read(from url: URL) throws {
    try readItem(at: url) { [self] in try makeContent(of: $0, ofType: $1) }
  }

  /// The type to save as: that of the document if it is written, and else the first that is.
  public nonisolated final override var savingFileType: String? {
    let own = super.savingFileType
    if let own, isWritable(type(named: own)) { return own }
    return Self.writableContentTypes.first?.identifier ?? own
  }

  /// Saves, unless that would replace a file by one of another type that nobody has asked for.
  public nonisolated final override func save(
    to url: URL, for saveOperation: SaveOperation,
    completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    guard saveOperation == .forOverwriting, let type = importedType,
      DocumentOperation.current?.savingType == nil,
      url.leadsToSameItem(as: fileURL, in: environment.store)
    else {
      return super.save(to: url, for: saveOperation, completionHandler: completionHandler)
    }
    let operation = makeOperation()
    operations.begin(operation) { [self] in
      fail(operation, .save, unwritable(type), completionHandler)
    }
  }

  /// Has the content make its file wrapper, and writes that.
  public nonisolated final override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    guard case .snapshot(let snapshot) = DocumentContents(contents) else {
      return try super.writeContents(
        contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
    }
    if let writeItem = snapshot.writeItem {
      return try writeItem(url, isSuccessor(ofItemAt: originalContentsURL))
    }
    try super.writeContents(
      written(snapshot, to: url, original: originalContentsURL).value, to: url,
      for: saveOperation, originalContentsURL: originalContentsURL)
  }

  nonisolated override var registersChanges: Bool {
    super.registersChanges || isForViewing
  }

  nonisolated final override var savesItselfInPlace: Bool {
    super.savesItselfInPlace && importedType == nil
  }
}
