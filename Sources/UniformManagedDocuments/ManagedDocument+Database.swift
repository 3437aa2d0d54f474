#if ManagedDocuments

internal import UniformDocuments
internal import Foundation
public import GRDB

extension ManagedDocument {
  /// The database, which is the working copy; committed transactions in it are durable.
  ///
  /// A new document has an empty, migrated database. Reading the document again replaces the
  /// database, so read this property again in `enableEditing()`.
  ///
  /// - Throws: `DocumentError` if the document is not open yet, or is closed.
  public var database: DatabasePool {
    get throws { try workingCopy().pool }
  }

  /// A Boolean value that indicates whether the document was opened with unsaved transactions of a
  /// killed process.
  public var isRecovered: Bool { managed.withValues { $0.isRecovered } }

  /// Reads from the database.
  ///
  /// - Parameter value: a function that reads; all its reads see the database at one moment.
  /// - Throws: the error of the closure, or `DocumentError`.
  public func read<Value>(_ value: (Database) throws -> Value) throws -> Value {
    try database.read(value)
  }

  /// Changes the database in one transaction, which is one undo step.
  ///
  /// After the return, the changes survive the end of the process.
  ///
  /// - Parameters:
  ///   - actionName: the display name of the step.
  ///   - updates: a function that changes the database; if it throws, no change is made.
  /// - Throws: the error of the closure, or `DocumentError`.
  @discardableResult
  public func write<Value>(
    _ actionName: String? = nil, _ updates: (Database) throws -> Value
  ) throws -> Value {
    let working = try workingCopy()
    let value = try working.pool.writeWithoutTransaction { db in
      working.recorder.actionName = actionName
      defer { working.recorder.actionName = nil }
      var value: Value?
      try db.inTransaction(.immediate) {
        value = try updates(db)
        return .commit
      }
      return value
    }
    settleOnMainQueue()
    guard let value else {
      throw DatabaseError(resultCode: .SQLITE_ABORT, message: "the transaction has given no value")
    }
    return value
  }

  // MARK: - The working copy

  func workingCopy() throws -> WorkingCopy {
    if let working = managed.withValues({ $0.working }) { return working }
    guard documentState.contains(.closed) || isDraft else { throw notOpen() }
    // An existing item that was not read would be replaced by an empty database.
    guard isDraft || ItemStamp(of: fileURL) == nil else { throw notOpen() }
    let working = try recoveredCopy() ?? WorkingCopy(in: makeFolder(), setup(checks: false))
    adopt(working)
    return working
  }

  private func notOpen() -> DocumentError {
    DocumentError(
      .notOpen, .open, url: fileURL, message: "\(localizedName) is not open",
      remedy: "open the document first")
  }

  func makeFolder() throws -> WorkingFolder {
    do {
      return try WorkingFolder(for: fileURL, in: workingDirectory)
    } catch {
      throw DatabaseFileCheck.error(error, .open, of: fileURL)
    }
  }

  func setup(checks: Bool) -> WorkingCopy.Setup {
    let document = WeakManagedDocument(document: self)
    return WorkingCopy.Setup(
      configuration: configuration, migrator: migrator, recordsChanges: recordsUndo,
      whenCommitted: { document.document?.note($0) }, checks: checks, document: fileURL)
  }

  /// Makes a working copy the document's copy, and discards the previous one.
  func adopt(_ working: WorkingCopy) {
    let old = managed.withValues { values in
      defer {
        values.working = working
        values.pending = []
        values.firstMigration = working.firstMigration
      }
      return values.working
    }
    noteOwnFolder(working.folder.url)
    old?.discard()
    observeClosing()
  }

  private func observeClosing() {
    guard managed.withValues({ $0.observation == nil }) else { return }
    let document = WeakManagedDocument(document: self)
    let token = NotificationCenter.default.addObserver(
      forName: Self.stateChangedNotification, object: self, queue: nil
    ) { notification in
      let previous = notification.userInfo?[Document.previousStateKey] as? State
      guard let document = document.document, previous?.contains(.closed) == false,
        document.documentState.contains(.closed)
      else { return }
      let working = document.managed.withValues { values in
        defer {
          values.working = nil
          values.pending = []
          values.isRecovered = false
          values.isBasedOnOtherVersion = false
        }
        return values.working
      }
      document.noteOwnFolder(nil)
      working?.discard()
    }
    let observation = ManagedState.Observation(token)
    managed.withValues { $0.observation = observation }
  }

  func isPackage(_ typeName: String?) -> Bool {
    guard let typeName, let type = (environment.registry ?? .current).type(typeName) else {
      return managed.withValues { $0.isPackage }
    }
    return type.conforms(to: .package)
  }

  func store(of item: URL, isPackage: Bool) -> URL {
    guard isPackage else { return item }
    return item.appending(path: "StoreContent").appending(path: Self.persistentStoreName)
  }

  /// Disables the autosave directory, because working copies are already on disk.
  func keepChangesInWorkingCopy() { environment.autosaveDirectory = nil }
}

extension WorkingCopy {
  func discard() {
    close()
    try? folder.remove()
  }
}

#endif
