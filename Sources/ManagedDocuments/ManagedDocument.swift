#if ManagedDocuments

public import Documents
internal import Foundation
public import GRDB
internal import SystemPackage

/// A document that is a SQLite database: the counterpart of UIManagedDocument, on GRDB.
///
/// The database that is edited is a private working copy. Every transaction is on its own safe from a
/// crash of the program; saving replaces the document's file by a consistent copy.
///
/// ```
/// document's file ── copy at opening ──> working copy <── transactions
///        ^                                    │
///        └── exchange <── copy of a snapshot ─┘ save
/// ```
///
/// A subclass says how the database is made and migrated with ``migrator``. Whoever has the document
/// reads with ``read(_:)`` and changes with ``write(_:_:)``, or uses ``database`` as any other of
/// GRDB's. Transactions count as changes and can be undone, through the undo manager of the document.
///
/// A document whose type conforms to `com.apple.package` is a directory with the database in
/// `StoreContent`, and whatever ``writeAdditionalContent(_:to:originalContentsURL:)`` puts beside it.
nonisolated open class ManagedDocument: Document {
  let managed = ManagedState()

  /// Where working copies are.
  ///
  /// By default among what the XDG base directory specification calls the user's state. To be changed
  /// before the document is opened.
  public final var workingDirectory = ManagedDocument.defaultWorkingDirectory

  /// Whether transactions can be undone; documents of other actors than the main one do without, and
  /// say so before they are opened.
  public final var recordsUndo = true

  // MARK: - What subclasses say

  /// How the database is opened.
  open var configuration: Configuration { Configuration() }

  /// What makes the tables of a new database, and brings those of old ones up to date.
  open var migrator: DatabaseMigrator { DatabaseMigrator() }

  /// Whether opening looks at every page of the database for damage.
  open var checksDatabaseAtOpening: Bool { true }

  /// The name of the database in a package.
  open class var persistentStoreName: String { "persistentStore" }

  /// What a package has besides the database, taken with it; nil for nothing.
  ///
  /// - Parameter url: where the document will be.
  /// - Throws: whatever an override throws; nothing is saved then.
  open func additionalContent(for url: URL) throws -> Any? { nil }

  /// Reads what a package has besides the database, on the queue of file access.
  ///
  /// - Parameter url: the package.
  /// - Throws: whatever an override throws; the document is not opened then.
  open func readAdditionalContent(from url: URL) throws {}

  /// Writes what a package has besides the database, on the queue of file access.
  ///
  /// - Parameters:
  ///   - content: what ``additionalContent(for:)`` returned.
  ///   - url: the new package, in a temporary place.
  ///   - originalContentsURL: the package that is going to be replaced.
  /// - Throws: whatever an override throws; the old package is intact then.
  open func writeAdditionalContent(
    _ content: Any, to url: URL, originalContentsURL: URL?
  ) throws {}

  // MARK: - What is overridden of documents

  /// Opens the document; what a killed process has left of it is taken over (``isRecovered``).
  @preconcurrency
  open override func open(completionHandler: (@Sendable (Bool) -> Void)?) {
    keepChangesInWorkingCopy()
    let document = Handed(value: self)
    super.open { success in
      if success { document.value.didOpen() }
      completionHandler?(success)
    }
  }

  /// Copies the database and opens the copy.
  ///
  /// - Throws: `DocumentError` where the item is no database, is damaged, encrypted, or newer than
  ///   the program.
  open override func read(from url: URL) throws {
    guard url.isFileURL else { return try super.read(from: url) }
    try readDatabase(at: url)
  }

  /// Takes the database of another document of the class, for `duplicate()`.
  open override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let contents = ManagedContents.given(contents) else {
      return try super.load(fromContents: contents, ofType: typeName)
    }
    try load(contents)
  }

  /// Takes a snapshot of the database.
  open override func contents(forType typeName: String) throws -> Any {
    let working = try workingCopy()
    let isPackage = isPackage(typeName)
    do {
      return try ManagedContents(
        of: working, isPackage: isPackage,
        additional: isPackage ? additionalContent(for: fileURL) : nil)
    } catch let error as DatabaseError {
      throw DatabaseFileCheck.error(error, .save, of: fileURL)
    }
  }

  /// Replaces the document's item, and keeps the old one beside it after a migration.
  open override func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
    safelyTo url: URL, for saveOperation: SaveOperation
  ) throws {
    try prepareToReplace(url)
    let sides = databaseSides(of: url)
    try sides.requireNone(of: url)
    let release = holdReplaced(url)
    defer { release() }
    try super.writeContents(
      contents, andAttributes: additionalFileAttributes, safelyTo: url, for: saveOperation)
    sides.removeEmpty()
  }

  /// Writes a snapshot to a place where nothing is.
  open override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    guard let contents = ManagedContents.given(contents) else {
      return try super.writeContents(
        contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
    }
    try write(contents, to: url, originalContentsURL: originalContentsURL)
  }

  /// Saves the document, with the transactions that the undo manager is still to hear of.
  @preconcurrency
  open override func save(
    to url: URL, for saveOperation: SaveOperation,
    completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    keepChangesInWorkingCopy()
    settleOnMainQueue()
    super.save(to: url, for: saveOperation, completionHandler: completionHandler)
  }

  /// Saves when there are unsaved changes; a draft has them in its working copy already.
  @preconcurrency
  open override func autosave(completionHandler: (@Sendable (Bool) -> Void)?) {
    keepChangesInWorkingCopy()
    guard !isDraft else {
      completionHandler?(true)
      return
    }
    settleOnMainQueue()
    super.autosave(completionHandler: completionHandler)
  }

  /// Whether there are changes to save, those of transactions included that the undo manager is still
  /// to hear of.
  open override var hasUnsavedChanges: Bool {
    super.hasUnsavedChanges || managed.withValues { !$0.pending.isEmpty }
  }

  /// Takes over that the document's item has what was written.
  open override func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: SaveOperation
  ) {
    super.updateChangeCount(withToken: changeCountToken, for: saveOperation)
    noteSaved()
  }
}

#endif
