#if ManagedDocuments

public import UniformDocuments
internal import Foundation
public import GRDB
internal import SystemPackage

/// A document that is a SQLite database: the counterpart of UIManagedDocument, based on GRDB.
///
/// The edited database is a private working copy. Each transaction survives a crash of the program.
/// A save replaces the document's file by a consistent copy.
///
/// ```
/// document's file ── copy at opening ──> working copy <── transactions
///        ^                                    │
///        └── exchange <── copy of a snapshot ─┘ save
/// ```
///
/// A subclass defines the tables and migrations with ``migrator``. Clients read with ``read(_:)``
/// and change with ``write(_:_:)``, or use ``database`` like any other GRDB database. Transactions
/// count as changes and can be undone, through the undo manager of the document.
///
/// A document whose type conforms to `com.apple.package` is a directory with the database in
/// `StoreContent`, and the contents that ``writeAdditionalContent(_:to:originalContentsURL:)``
/// writes next to it.
nonisolated open class ManagedDocument: Document {
  let managed = ManagedState()

  /// The directory of working copies.
  ///
  /// The default is in the state directory of the user according to the XDG base directory
  /// specification. It must be set before the document is opened.
  public final var workingDirectory = ManagedDocument.defaultWorkingDirectory

  /// A Boolean value that indicates whether transactions can be undone.
  ///
  /// Documents of an actor other than the main actor do not support this, and must set it to false
  /// before they are opened.
  public final var recordsUndo = true

  // MARK: - Overridable properties

  /// The configuration of the database.
  open var configuration: Configuration { Configuration() }

  /// The migrator that creates the tables of a new database and updates an old one.
  open var migrator: DatabaseMigrator { DatabaseMigrator() }

  /// A Boolean value that indicates whether opening checks all pages of the database for damage.
  open var checksDatabaseAtOpening: Bool { true }

  /// The name of the database in a package.
  open class var persistentStoreName: String { "persistentStore" }

  /// Returns the contents of a package other than the database, taken together with it; nil for
  /// none.
  ///
  /// - Parameter url: the destination of the save.
  /// - Throws: the error of an override; nothing is saved then.
  open func additionalContent(for url: URL) throws -> Any? { nil }

  /// Reads the contents of a package other than the database, on the queue of file access.
  ///
  /// - Parameter url: the package.
  /// - Throws: the error of an override; the document is not opened then.
  open func readAdditionalContent(from url: URL) throws {}

  /// Writes the contents of a package other than the database, on the queue of file access.
  ///
  /// - Parameters:
  ///   - content: the result of ``additionalContent(for:)``.
  ///   - url: the new package at a temporary path.
  ///   - originalContentsURL: the package to replace.
  /// - Throws: the error of an override; the old package is then intact.
  open func writeAdditionalContent(_ content: Any, to url: URL, originalContentsURL: URL?) throws {}

  // MARK: - Overrides

  /// Opens the document, and recovers the transactions of a killed process (``isRecovered``).
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
  /// - Throws: `DocumentError` if the item is not a database, is damaged or encrypted, or is newer
  ///   than the program.
  open override func read(from url: URL) throws {
    guard url.isFileURL else { return try super.read(from: url) }
    try readDatabase(at: url)
  }

  /// Loads the database of another document of the class, for `duplicate()`.
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

  /// Replaces the document's item, and keeps the old one next to it after a migration.
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

  /// Writes a snapshot to a path that does not exist.
  open override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    guard let contents = ManagedContents.given(contents) else {
      return try super.writeContents(
        contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
    }
    try write(contents, to: url, originalContentsURL: originalContentsURL)
  }

  /// Saves the document, including transactions that are not registered with the undo manager yet.
  @preconcurrency
  open override func save(
    to url: URL, for saveOperation: SaveOperation,
    completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    keepChangesInWorkingCopy()
    settleOnMainQueue()
    super.save(to: url, for: saveOperation, completionHandler: completionHandler)
  }

  /// Saves unsaved changes; the working copy of a draft already has them.
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

  /// A Boolean value that indicates whether there are changes to save.
  ///
  /// Transactions that are not registered with the undo manager yet are included.
  open override var hasUnsavedChanges: Bool {
    super.hasUnsavedChanges || managed.withValues { !$0.pending.isEmpty }
  }

  /// Records that the document's item has the written contents.
  open override func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: SaveOperation
  ) {
    super.updateChangeCount(withToken: changeCountToken, for: saveOperation)
    noteSaved()
  }
}

#endif
