internal import Dispatch
public import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFileCoordination
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

extension Document {
  package func startAutosaving(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = makeOperation(isAutosave: true)
    afterUndoEvent(as: operation) { [self] in
      guard hasUnsavedChanges else {
        completionHandler?(true)
        return
      }
      if environment.autosaveDirectory == nil { environment.reportMissingPlace() }
      if autosavesElsewhere { return autosaveDraft(completionHandler) }
      operation.run {
        save(to: fileURL, for: .forOverwriting) { [self = UncheckedSendableBox(self)] success in
          if success {
            completionHandler?(true)
          } else {
            self.value.keepRefusedChanges { completionHandler?(false) }
          }
        }
      }
    }
  }

  /// An item in the trash: its changes go to the recovery location, and an explicit save is allowed
  /// (rule G9); runs on the queue of file access.
  func refuseTrashed(_ plan: SavePlan) throws {
    let place = plan.original ?? plan.url
    guard plan.movesDocument, let path = FilePath(resolving: place) else { return }
    let item = record.item.identity.map(\.item)
    guard let found = environment.trash.place(of: item, at: path, in: environment.store) else {
      return
    }
    throw DocumentError(
      .inTrash, .save, url: fileURL, unsavedContents: .inMemory,
      message: "\(localizedName) is in the trash, and is not autosaved there: \(found)",
      remedy: "restore it, or save the document elsewhere")
  }

  /// Autosaves without a call from outside; a document that is not open does not know its item, so
  /// its changes go to the recovery location.
  func autosaveByItself(_ completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard record.state.contains(.closed) else {
      return autosave(completionHandler: completionHandler)
    }
    autosaveDraft(completionHandler)
  }

  private func autosaveDraft(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    autosaveElsewhere { [self] operation, error in
      if let error {
        fail(operation, .save, error, completionHandler)
      } else {
        finish(operation, completionHandler)
      }
    }
  }

  /// The user sees the error of the failed save; another error is only reported.
  private func keepRefusedChanges(_ completion: @escaping () -> Void) {
    autosaveElsewhere { [self] _, error in
      if let error, let failure = DocumentError.wrapping(error, .save, self) as? DocumentError {
        environment.report(failure)
      }
      operations.end()
      completion()
    }
  }

  func keepRefusedChanges() async {
    await withCheckedContinuation { continuation in
      keepRefusedChanges { continuation.resume() }
    }
  }

  /// In a conflict and while the document is closed, autosaving leaves the item unchanged and uses
  /// the recovery location (rule G4).
  var mayAutosave: Bool { !record.state.contains(.editingDisabled) && !isUndoingOrRedoing }

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

/// A wait of a document for access to its item, while the recovery location gets its changes
/// (rule G14).
///
/// The item may be in use for any time, such as by a process that is stopped.
final class AccessWait: Sendable {
  /// The contents of a save that waits.
  struct Contents {
    let snapshot: SaveSnapshot
    let state: ChangeTracker.StateIdentity
  }

  private static let queue = DispatchQueue(label: "UniformDocuments.accessWait")
  /// The longest wait before the changes are written, and the longest time until later ones are.
  private static let (patience, pause) = (Duration.milliseconds(500), Duration.seconds(2))

  private let document: WeakDocument
  private let idlePeriod: Duration?
  private let hasBegun = Mutex(false)
  /// The contents of the waiting save, which are written first.
  private let contents: Mutex<UncheckedSendableBox<Contents?>>
  /// Locked while a copy is written, so that a save and its copy are not written at the same time.
  private let isOver = Mutex(false)

  init(_ document: Document, _ contents: Contents?) {
    self.document = WeakDocument(document)
    self.contents = Mutex(UncheckedSendableBox(contents))
    idlePeriod = document.environment.autosavePolicy?.idlePeriod
  }

  func begin() {
    let isFirst = hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
    guard isFirst, let idlePeriod else { return }
    after(min(idlePeriod / 4, Self.patience)) { $0.writeFirst() }
  }

  /// Waits for a copy that is being written.
  func end() {
    isOver.withLock { $0 = true }
    _ = takeFirst()
  }

  private func takeFirst() -> UncheckedSendableBox<Contents?> {
    contents.withLock { contents in
      defer { contents = UncheckedSendableBox(nil) }
      return contents
    }
  }

  private func after(_ delay: Duration, _ work: @escaping @Sendable (AccessWait) -> Void) {
    Self.queue.asyncAfter(deadline: .now() + delay.dispatchInterval) { [weak self] in
      guard self != nil else { return }
      WorkerPool.files.perform { [weak self] in
        guard let self, !isOver.withLock({ $0 }) else { return }
        work(self)
      }
    }
  }

  private func continueLater() {
    guard let idlePeriod else { return }
    after(min(max(idlePeriod, .milliseconds(100)), Self.pause)) { $0.takeContents() }
  }

  private func writeFirst() {
    guard let contents = takeFirst().value, let document = document.document else {
      return takeContents()
    }
    write(contents, of: document, as: document.makeOperationOfOwner(isAutosave: true))
  }

  /// Takes contents that no file has in the isolation of the document.
  private func takeContents() {
    guard let document = document.document else { return }
    guard document.isAtRisk else { return continueLater() }
    let operation = document.makeOperationOfOwner(isAutosave: true)
    let owner = UncheckedSendableBox(document)
    operation.resume { [self] in
      let document = owner.value
      document.afterUndoEvent(as: operation) { [self] in
        let contents = document.isUndoingOrRedoing ? nil : document.takeForRecovery()
        let box = UncheckedSendableBox(contents)
        WorkerPool.files.perform { [self] in
          guard let contents = box.value else { return continueLater() }
          write(contents, of: owner.value, as: operation)
        }
      }
    }
  }

  private func write(
    _ contents: Contents, of document: Document, as operation: DocumentOperation
  ) {
    isOver.withLock { isOver in
      guard !isOver else { return }
      document.keepWhileWaiting(contents, as: operation)
    }
    continueLater()
  }
}

extension Document {
  /// Runs in the isolation of the document; nil if the class has no contents.
  fileprivate func takeForRecovery() -> AccessWait.Contents? {
    guard hasUnsavedChanges, !autosavesElsewhere, fileURL.isFileURL,
      let directory = environment.autosaveDirectory, let path = try? FilePath(of: fileURL)
    else { return nil }
    let state = record.withValues { $0.changes.current }
    let place = URL(of: directory.appending(path.lastComponent ?? .known("document")))
    // The waiting save, or a later one, reports an error of the class.
    let snapshot = try? takeSnapshot(to: place, for: .forOverwriting, movesDocument: false)
    return snapshot.map { AccessWait.Contents(snapshot: $0, state: state) }
  }

  /// A failure is not reported, because the document has not failed to save yet.
  fileprivate func keepWhileWaiting(
    _ contents: AccessWait.Contents, as operation: DocumentOperation
  ) {
    let (autosaved, ownFolder) = record.withValues { ($0.autosaved?.state, $0.ownFolder) }
    guard hasUnsavedChanges, fileURL.isFileURL, let directory = environment.autosaveDirectory,
      ownFolder == nil, autosaved != contents.state
    else { return }
    var snapshot = contents.snapshot
    snapshot.plan = snapshot.plan.elsewhere
    try? write(
      snapshot, elsewhereIn: directory, state: contents.state, as: operation, isCoordinated: false)
  }
}
