public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UniformFoundationAdditions

extension Document {
  /// A Boolean value that indicates whether the document has not been saved at its location yet,
  /// which must be free.
  ///
  /// Opening a draft reads nothing. It autosaves its changes in
  /// ``DocumentEnvironment/autosaveDirectory`` until it is saved; closing saves it. Set this before
  /// opening.
  public var isDraft: Bool {
    get { observed(\.isDraft, record.withValues { $0.isDraft }) }
    set { record.withValues { $0.isDraft = newValue } }
  }

  /// The location of autosaved changes that the document's item does not have; nil if there are
  /// none.
  ///
  /// Drafts autosave there. So does every document that cannot autosave to its file, for example
  /// because the item is read-only or another process has changed it. Saving removes the autosaved
  /// changes, and so does closing without changes (rules G6, G7).
  /// ``DocumentController/autosavedDocuments(in:)`` finds the remains of a crash.
  public var autosavedContentsFileURL: URL? {
    observed(\.autosavedContentsFileURL, record.withValues { $0.autosaved?.url })
  }

  package var autosavesElsewhere: Bool {
    !savesItselfInPlace && fileURL.isFileURL && environment.autosaveDirectory != nil
  }

  /// Writes once for every change (rule G7); calls `completion` in the caller's isolation.
  func autosaveElsewhere(_ completion: @escaping (DocumentOperation, (any Error)?) -> Void) {
    let operation = makeOperation()
    operations.begin(operation) { [self] in
      let state = record.withValues { $0.changes.current }
      // An earlier save may have left nothing to autosave.
      guard hasUnsavedChanges, fileURL.isFileURL, let directory = environment.autosaveDirectory,
        record.withValues({ $0.autosaved?.state }) != state
      else { return completion(operation, nil) }
      do {
        let place = try URL(of: directory.appending(lastComponent(of: fileURL)))
        let snapshot = try takeSnapshot(to: place, for: .forOverwriting, movesDocument: false)
        accessFiles(as: operation) { [self] in
          try write(snapshot, elsewhereIn: directory, state: state, as: operation)
        } then: { result in
          switch result {
          case .success: completion(operation, nil)
          case .failure(let error): completion(operation, error)
          }
        }
      } catch {
        completion(operation, error)
      }
    }
  }

  /// Runs on the queue of file access.
  ///
  /// `isCoordinated` is false if the document waits for another access.
  func write(
    _ snapshot: SaveSnapshot, elsewhereIn directory: FilePath,
    state: ChangeTracker.StateIdentity, as operation: DocumentOperation, isCoordinated: Bool = true
  ) throws {
    let (autosaved, identity) = record.withValues { ($0.autosaved, $0.item.identity) }
    let folder =
      try autosaved?.folder
      ?? AutosaveFolder(
        forDocumentAt: FilePath(of: fileURL), identity: identity, in: directory,
        store: environment.store)
    var snapshot = snapshot
    snapshot.plan.url = try URL(of: folder.path.appending(lastComponent(of: snapshot.plan.url)))
    snapshot.plan.original = autosaved?.url
    do {
      if isCoordinated {
        try write(snapshot, as: operation)
      } else {
        try writeContents(of: snapshot, as: Writing(snapshot.plan, operation))
      }
    } catch {
      if autosaved == nil { try? folder.remove() }
      throw error
    }
    if let old = autosaved?.url, old != snapshot.plan.url {
      try environment.store.removeTree(at: FileLocation(FilePath(of: old)))
    }
    let url = snapshot.plan.url
    record.withValues {
      $0.autosaved = DocumentRecord.Autosaved(folder: folder, url: url, state: state)
    }
  }

  /// Writes to the recovery location if the document's fails; runs on the queue of file access.
  ///
  /// `state` is the state of the contents. The error has the location that has the changes.
  func write(
    _ snapshot: SaveSnapshot, of state: ChangeTracker.StateIdentity, as operation: DocumentOperation
  ) throws {
    do {
      try write(
        snapshot, as: operation,
        waitingWith: AccessWait.Contents(snapshot: snapshot, state: state))
    } catch {
      guard !operation.isCancelled, hasUnsavedChanges, fileURL.isFileURL,
        let directory = environment.autosaveDirectory
      else { throw error }
      if record.withValues({ $0.autosaved?.state }) != state {
        var snapshot = snapshot
        snapshot.plan = snapshot.plan.elsewhere
        // The user sees the error of the save, not of this write.
        guard
          (try? write(snapshot, elsewhereIn: directory, state: state, as: operation)) != nil
        else { throw error }
      }
      guard let url = record.withValues({ $0.autosaved?.url }) else { throw error }
      let failure = DocumentError.wrapping(error, .save, self)
      guard var failure = failure as? DocumentError else { throw failure }
      failure.unsavedContents = try .file(FilePath(of: url))
      throw failure
    }
  }

  private func lastComponent(of url: URL) throws -> FilePath.Component {
    try FilePath(of: url).lastComponent ?? .known("document")
  }

  /// Forgets autosaved contents that are no longer needed, and schedules their removal.
  func dropAutosavedContents() {
    guard let autosaved = takeAutosavedContents() else { return }
    accessFilesLater { $0.remove(autosaved) }
  }

  /// Runs on the queue of file access.
  package func removeAutosavedContents() {
    if let autosaved = takeAutosavedContents() { remove(autosaved) }
  }

  private func takeAutosavedContents() -> DocumentRecord.Autosaved? {
    record.withValues { values in
      defer { values.autosaved = nil }
      return values.autosaved
    }
  }

  private func remove(_ autosaved: DocumentRecord.Autosaved) {
    do {
      try autosaved.folder.remove()
    } catch {
      environment.report(
        DocumentError(
          .system, .save, url: autosaved.url, errno: error.errno, underlyingError: error,
          message: "obsolete autosaved contents could not be removed",
          remedy: "remove them by hand"))
    }
  }

  /// The document is open, and then has changes that the item does not have (rule F13); saving
  /// detects a change of the item by another process.
  package func takeOver(_ folder: AutosaveFolder, contents url: URL) async throws {
    let isCurrent = folder.isBased(on: record.item.identity)
    try await restore(fromContentsOf: url)
    record.withValues { values in
      if !isCurrent {
        // This matches no item: none has the number 0.
        values.item.identity?.inode = 0
        values.item.identity?.contentDigest = nil
      }
      values.autosaved = DocumentRecord.Autosaved(
        folder: folder, url: url, state: values.changes.current)
    }
  }
}

extension Document {
  /// The report of opening or saving on interrupted saves and on late writes to an old item; nil
  /// before either.
  public var recoveryReport: RecoveryReport? { record.withValues { $0.recovery } }

  /// Repairs an item after a crash, before it is read; runs on the queue of file access.
  ///
  /// The location differs if the crash interrupted a change of type and name (rule E9).
  package func recoverItem(at url: URL) throws -> URL {
    let path = try FilePath(of: url)
    let writer = SafeWriter(store: environment.store, options: environment.writingOptions)
    // The compiler of Swift 6.3 fails to catch and throw this error in one function.
    let result = Result { () throws(SafeWritingError) in try writer.recoverPlace(of: path) }
    let (report, resolvedPath): (RecoveryReport, FilePath)
    switch result {
    case .success(let found): (report, resolvedPath) = found
    case .failure(let error):
      if Self.isUnreachable(error) { return url }
      throw unmended(error, at: url)
    }
    record.withValues { values in
      values.recovery = report
      values.recoveredDirectory = url.deletingLastPathComponent()
      values.resolved = (url, resolvedPath)
    }
    for kept in report.kept { reportKept(kept, at: url, .open) }
    guard !report.superseded.isEmpty else { return url }
    let moved = DocumentItem(at: url, store: environment.store).path.flatMap {
      report.superseded[$0]
    }
    return moved.map { URL(of: $0) } ?? url
  }

  private func unmended(_ error: SafeWritingError, at url: URL) -> DocumentError {
    DocumentError(
      .system, .open, url: url, errno: error.errno, isOriginalIntact: false,
      underlyingError: error,
      message: "\(localizedName) was being saved during a crash, and cannot be recovered: "
        + (error.failure.map { "\($0)" } ?? error.message),
      remedy: "make its directory writable, and open it again")
  }

  /// Returns true if the location is inaccessible; the following read or write reports the reason.
  private static func isUnreachable(_ error: SafeWritingError) -> Bool {
    let reasons: Set<Errno> = [
      .permissionDenied, .fileNameTooLong, .notDirectory, .tooManySymbolicLinkLevels,
    ]
    return error.code != .systemCall || error.errno.map(reasons.contains) ?? false
  }

  /// Opening has repaired the directory, unless a save has repaired the item only in part.
  ///
  /// A folder for autosaved contents is not repaired: the remains of an interrupted autosave may be
  /// the only copy.
  func recoverPlace(of url: URL) throws {
    guard !AutosaveFolder.holds(url) else { return }
    let directory = url.deletingLastPathComponent()
    guard record.withValues({ $0.recoveredDirectory }) != directory else { return }
    _ = try recoverItem(at: url)
  }
}
