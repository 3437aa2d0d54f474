#if ManagedDocuments

internal import Documents
internal import Foundation
public import GRDB
internal import UniformTypeIdentifiers

extension ManagedDocument {
  /// The database: the working copy, in which everything is durable that is committed.
  ///
  /// A document that is new has an empty one, migrated. Reading the document again gives it another:
  /// ask anew in `enableEditing()`.
  ///
  /// - Throws: `DocumentError` where the document is to be opened first, or has been closed.
  public var database: DatabasePool {
    get throws { try workingCopy().pool }
  }

  /// Whether the document was opened with what a killed process had committed and not saved.
  public var isRecovered: Bool { managed.withValues { $0.isRecovered } }

  /// Reads from the database.
  ///
  /// - Parameter value: reads; everything in it sees the database of one moment.
  /// - Throws: what the closure throws, or `DocumentError`.
  public func read<Value>(_ value: (Database) throws -> Value) throws -> Value {
    try database.read(value)
  }

  /// Changes the database in one transaction, which is one step for undoing.
  ///
  /// When this returns, what was changed survives the end of the process.
  ///
  /// - Parameters:
  ///   - actionName: what people call the step.
  ///   - updates: changes the database; when it throws, nothing is changed.
  /// - Throws: what the closure throws, or `DocumentError`.
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
    // What lies at the place and was not read would be replaced by an empty database.
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

  /// Makes a working copy that of the document, and lets go of the one before.
  func adopt(_ working: WorkingCopy) {
    let old = managed.withValues { values in
      defer {
        values.working = working
        values.pending = []
        values.firstMigration = working.firstMigration
      }
      return values.working
    }
    old?.discard()
    observeClosing()
  }

  /// Closes the working copy with the document, whatever way that is closed.
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
      working?.discard()
    }
    let observation = ManagedState.Observation(token)
    managed.withValues { $0.observation = observation }
  }

  /// Whether items of a type are packages.
  func isPackage(_ typeName: String?) -> Bool {
    guard let typeName, let type = (environment.registry ?? .current).type(typeName) else {
      return managed.withValues { $0.isPackage }
    }
    return type.conforms(to: .package)
  }

  /// The database of an item.
  func store(of item: URL, isPackage: Bool) -> URL {
    guard isPackage else { return item }
    return item.appending(path: "StoreContent").appending(path: Self.persistentStoreName)
  }

  /// Working copies are on the disk already; another place for the same changes is of no use.
  func keepChangesInWorkingCopy() { environment.autosaveDirectory = nil }
}

extension WorkingCopy {
  /// Closes the database and removes the folder.
  func discard() {
    close()
    try? folder.remove()
  }
}

#endif
