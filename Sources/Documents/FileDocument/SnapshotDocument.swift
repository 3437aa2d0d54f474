public import Foundation
internal import FoundationAdditions
public import UniformTypes

/// A document that is saved from a snapshot of its content: the base of ``ValueDocument``,
/// ``ObjectDocument`` and ``ModelDocument``.
///
/// ```
/// main actor          snapshot ── editing goes on ─────────────────── saved
///                         │                                             │
/// file access             └── file wrapper ── temporary item ── exchange┘
/// ```
///
/// Saving, exporting, duplicating and autosaving to the recovery location take the same snapshot
/// (rule Q1). Changes of the item by other processes are loaded if there are no edits, and are in
/// conflict with the edits otherwise (rule Q5). The readable and writable types decide the
/// operations on a file:
///
/// | type of the file | document |
/// |---|---|
/// | read and written | is edited and saved to the file |
/// | read, while other types are written | is edited, autosaved to the recovery location, and saved to another file of a written type; the file itself is unchanged |
/// | read, while no type is written | is for viewing |
@MainActor public class SnapshotDocument: MainDocument {
  nonisolated let edits = ContentEdits()
  /// The way in which the document was created; nil if it is unknown.
  var creationSource: DocumentCreationSource?

  /// Creates the content if it is created by a function that can wait.
  func prepareContent() async throws {}

  /// The types that the content can be read from.
  public nonisolated class var readableContentTypes: [UTType] { [] }

  /// The types that the content can be saved and exported as.
  public nonisolated class var writableContentTypes: [UTType] { [] }

  /// The type of the content, by whose name declarations find the document.
  nonisolated class var clientType: any Any.Type { Self.self }

  /// Creates a document for an item without accessing the file system.
  ///
  /// - Parameter url: the location of the item, which need not exist; must not be empty.
  public required init(at url: URL) { super.init(at: url) }

  /// A Boolean value that indicates whether the user may edit now.
  ///
  /// It is false if the document is for viewing, is closed, is being closed or read again, or is to
  /// be saved at its location and cannot be (``Document/savingObstacle``).
  public final var isEditable: Bool {
    let isClosed = documentState.contains(.closed) && record.withValues { $0.hasBeenOpen }
    return !isForViewing && !isClosed && !documentState.contains(.editingDisabled)
      && (savingObstacle == nil || importedType != nil)
  }

  /// A Boolean value that indicates whether no change of the content is to be saved.
  public nonisolated final var isForViewing: Bool {
    Self.writableContentTypes.isEmpty || edits.withLock { $0.isForViewing }
  }

  // MARK: - Overriding points of subclasses

  /// Takes a snapshot of the content, together with the function that writes it.
  func takeContent(ofType type: UTType) throws -> SnapshotContents {
    throw missingOverride("takeContent(ofType:)", .save)
  }

  /// Creates content from contents that were read, in the isolation of reading.
  ///
  /// - Returns: the value that ``MainDocument/load(_:ofType:)`` accepts.
  nonisolated func makeContent(
    of contents: DocumentContents, ofType typeName: String?
  ) throws -> Any {
    throw missingOverride("makeContent(of:ofType:)", .open)
  }

  /// Tracks the next change of the content, if it is of a class with `@Observable`.
  func trackContent() {}

  /// Called at the end of an event in which the content has changed.
  func contentDidSettle() {}

  // MARK: - Reading and writing

  /// Takes a snapshot, of a writable type.
  public final override func contents(ofType type: UTType) throws -> Any {
    guard isWritable(type) else { throw unwritable(type) }
    return try takeContent(ofType: type)
  }

  /// Reads an item, and creates content from it in the same isolation.
  public nonisolated override func read(from url: URL) throws {
    try readItem(at: url) { [self] in try makeContent(of: $0, ofType: $1) }
  }

  /// The type to save as: the document's type if it is writable, else the first writable type.
  public nonisolated final override var savingFileType: String? {
    let own = super.savingFileType
    if let own, isWritable(type(named: own)) { return own }
    return Self.writableContentTypes.first?.identifier ?? own
  }

  /// Saves, unless that would replace a file by one of another type without a request.
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

  /// Creates the content's file wrapper, and writes it.
  public nonisolated final override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    guard case .snapshot(let snapshot) = DocumentContents(contents) else {
      return try super.writeContents(
        contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
    }
    if let writeItem = snapshot.writeItem {
      return try writeItem(
        url, originalContentsURL, isSuccessor(ofItemAt: originalContentsURL))
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
