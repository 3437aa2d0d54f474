internal import Foundation
internal import Synchronization
package import SystemPackage
internal import UTIFileWatching
internal import UTIFoundationBridge
internal import UTIPlatform

extension Document: SelfWatchingPresenter {
  package func acknowledgeItem() { watching.acknowledge() }

  package var announcedURL: URL { record.fileURL }

  package func resolvedPath(of url: URL) -> FilePath? {
    record.withValues { $0.resolved?.url == url ? $0.resolved?.path : nil }
  }
}

extension Document {
  /// A document without a file URL has no item that can be coordinated (rule A8).
  package func becomePresenter() {
    guard fileURL.isFileURL else { return }
    NSFileCoordinator.addFilePresenter(presenter)
    watching.begin(self)
  }

  /// The caller's next move of the item is followed then.
  func whenWatching(as operation: DocumentOperation, _ body: @escaping () -> Void) {
    guard watching.isActive else { return body() }
    fileAccess.perform { operation.resume(body) }
  }

  package func resignPresenter() {
    watching.end(record)
    NSFileCoordinator.removeFilePresenter(presenter)
  }

  /// In a conflict the reader gets the complete item on disk: the user has not chosen the changes.
  func saveForReader(_ completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    // The user has not requested this save, so it does not create a deleted item again.
    let operation = makeOperationOfOwner(isAutosave: true)
    operation.resume { [self] in
      afterUndoEvent(as: operation) { [self] in
        guard !record.state.contains(.closed), hasUnsavedChanges else {
          completionHandler(nil)
          return
        }
        let url = fileURL
        save(to: url, for: .forOverwriting) { [record] success in
          let isReadable = success || record.state.contains(.inConflict)
          completionHandler(isReadable ? nil : Self.refusal(ofReaderAt: url, operation.error))
        }
      }
    }
  }

  private static func refusal(ofReaderAt url: URL, _ error: (any Error)?) -> DocumentError {
    let reason = (error as? DocumentError)?.message ?? error.map { "\($0)" }
    return DocumentError(
      .hasChanges, .coordinate, url: url, unsavedContents: .inMemory, underlyingError: error,
      message: "the document of the item has changes that could not be saved before the read"
        + (reason.map { " (\($0))" } ?? ""),
      remedy: "save that document elsewhere, or close it")
  }

  /// A document with changes is left as it is, in conflict with its item, which its next save does
  /// not overwrite (rule J2); `originator` is nil for the current ``ChangeOriginator``.
  func followChanges(by originator: ChangeOriginator? = nil) {
    let originator = originator ?? ChangeOriginator.current ?? .unknown
    guard !record.state.contains(.closed) else { return }
    let weakDocument = WeakDocument(self)
    performAsynchronousFileAccess {
      guard let document = weakDocument.document, document.isBehindItem else { return }
      document.advance(.behindItem, in: DocumentCall(by: originator))
    }
  }

  func follow(in call: DocumentCall) {
    let weakDocument = WeakDocument(self)
    makeOperationOfOwner(yieldsToEdits: true).resume {
      guard let document = weakDocument.document else { return }
      let following = DocumentMachine.Following(
        isUndoing: document.isUndoingOrRedoing,
        mayReload: call.originator != .unknown || document.hasIsolation,
        overwritesItem: document.overwritesChangesOnDisk)
      document.advance(.following(following), in: call)
    }
  }

  func reload(in call: DocumentCall) {
    let weakDocument = WeakDocument(self)
    revert(toContentsOf: fileURL) { success in
      weakDocument.document?.advance(.followed)
      if success { weakDocument.document?.notifyStreams(of: .contents, by: call.originator) }
    }
  }

  /// Enters no conflict if the item has the contents of the document.
  func compareWithItem(in call: DocumentCall) {
    let state = record.withValues { $0.changes.current }
    let taken = isUndoingOrRedoing ? nil : try? takeContentsToCompare()
    let (document, box) = (WeakDocument(self), UncheckedSendableBox(taken))
    let operation = makeOperationOfOwner()
    accessFilesLater { found in
      // A revert or save may have come before.
      guard found.isBehindItem else { return }
      let equal = box.value.flatMap { found.identityOfItem(withContents: $0) }
      if equal == nil { found.noteVersionInConflict() }
      operation.resume {
        guard let document = document.document else { return }
        guard let equal else {
          return document.advance(.foundConflict, in: call)
        }
        document.record.withValues { values in
          values.item.identity = equal
          values.item.modificationDate = equal.modified.date
        }
        document.recordSaving(token: state)
        if !document.hasUnsavedChanges { document.dropAutosavedContents() }
        document.advance(.resolvedConflict)
      }
    }
  }

  /// Without it, a read could come between an edit and its registration; the next save finds the
  /// change instead.
  var hasIsolation: Bool {
    if livesOnMainActor { return true }
    return switch record.owner {
    case .main, .actor: true
    case .queue, nil: false
    }
  }

  package var isBehindItem: Bool { compareItem()?.isSame == false }

  /// Returns the present identity, and whether its contents are the known ones; nil if unknown.
  func compareItem() -> (found: FileIdentity, isSame: Bool)? {
    let (url, known) = record.withValues { ($0.fileURL, $0.item.identity) }
    guard url.isFileURL, let known else { return nil }
    return itemReader(at: url).compare(with: known)
  }

  /// Records contents that the document's class has written without ``Document``.
  package func noteOwnWrite(at url: URL) {
    guard url.isFileURL, let path = FilePath(resolving: url),
      path == FilePath(resolving: fileURL),
      let identity = try? FileIdentity(of: FileLocation(path), in: environment.store)
    else { return }
    record.withValues { values in
      values.item.identity = identity
      values.item.modificationDate = identity.modified.date
    }
    watching.acknowledge()
  }

  /// Follows the item to another location, where its type may differ.
  func follow(to newURL: URL) {
    let (types, oldURL) = (types, fileURL)
    record.withValues { values in
      if values.fileURL.itemExtension != newURL.itemExtension {
        values.item.type = types.identifier(forName: newURL)
      }
      values.fileURL = newURL
    }
    renewIdentity(at: newURL)
    if let old = try? FilePath(of: oldURL), let new = try? FilePath(of: newURL) {
      environment.versions.noteMove(from: old, to: new)
    }
  }

  /// Creates an operation without a caller, which runs in the document's isolation.
  func makeOperationOfOwner(
    isAutosave: Bool = false, yieldsToEdits: Bool = false, isOfEnd: Bool = false
  ) -> DocumentOperation {
    DocumentOperation(
      self, context: record.owner ?? callerContext, isAutosave: isAutosave,
      yieldsToEdits: yieldsToEdits, isOwn: true, isOfEnd: isOfEnd)
  }

  /// Runs on the queue of file access; URLs of other schemes are accessed at once (rule A8).
  ///
  /// `body` gets the URLs after a move. Cancelling `operation` ends the wait. Throws the error of a
  /// presenter or of `body`, or the reason of a cancellation. While it waits, changes go to the
  /// recovery location: `contents` at first.
  func coordinate<Result>(
    _ requests: [AccessRequest], as operation: DocumentOperation,
    waitingWith contents: AccessWait.Contents? = nil,
    _ body: (NSFileCoordinator, [URL]) throws -> Result
  ) throws -> Result {
    let coordinator = NSFileCoordinator(filePresenter: presenter)
    coordinator.presenterPatience = environment.presenterPatience
    operation.whenCancelled(UncheckedSendableBox { coordinator.cancel() })
    defer { operation.whenCancelled(nil) }
    let access = DocumentAccess(
      by: ObjectIdentifier(self), isOvertaking: operation.isOvertaking, served: operation.served)
    let wait = AccessWait(self, contents)
    defer { wait.end() }
    return try coordinator.access(
      requests, of: access,
      willWait: { [operations] in
        operation.progress?.begin(total: nil)
        if !operation.isOvertaking { operations.noteWaiting() }
        wait.begin()
      },
      {
        wait.end()
        return try body(coordinator, $0)
      })
  }

  /// Compares the item with the contents that the document has read and written itself, after its
  /// own saves, and not the times (rule J4).
  func receive(_ event: FileEvent) {
    let weakDocument = WeakDocument(self)
    fileAccess.perform {
      guard let document = weakDocument.document, document.watching.isActive else { return }
      document.take(event)
    }
  }

  /// Runs on the queue of file access.
  private func take(_ event: FileEvent) {
    switch event.kind {
    case .changed, .appeared, .metadataChanged, .noticesLost: takeChange(event)
    case .moved(let place):
      guard FilePath(resolving: fileURL) != place else { return }
      notifyPresenter(event)
    case .deleted: takeDeletion(event, restoreURL: nil)
    case .trashed(_, let restorePath): takeDeletion(event, restoreURL: URL(of: restorePath))
    case .becamePolled(let reason):
      PollingReport.shared.reportOnce(reason, event.path, environment.report)
    }
  }

  private func takeChange(_ event: FileEvent) {
    let isBack = record.withValues { values in
      defer { values.machine.noteFound() }
      return values.machine.deletion == .noticed
    }
    let comparison = compareItem()
    guard comparison?.isSame == false else {
      // The contents are unchanged (rule J3).
      if let found = comparison?.found { noteUnchangedItem(found) }
      if event.kind == .metadataChanged || isBack { lookForObstacle() }
      return
    }
    if case .changed = event.kind {
      notifyPresenter(event)
    } else {
      notifyPresenter(FileEvent(.changed([]), at: event.path))
    }
  }

  private func takeDeletion(_ event: FileEvent, restoreURL: URL?) {
    guard let path = FilePath(resolving: fileURL), path == event.path,
      (try? environment.store.statusIfPresent(of: FileLocation(path))) == .some(nil)
    else { return }
    record.withValues { values in
      if values.machine.deletion == nil { values.restoreURL = restoreURL }
      values.machine.noteDeletion(.noticed)
    }
    notifyPresenter(event)
  }

  private func notifyPresenter(_ event: FileEvent) {
    PresenterNotifier(presenter).notify(event)
  }

  /// Overwriting does not create the item again after an announced deletion, which is intended
  /// (rule D9); an explicit save does after a noticed one (rule J10).
  func noteDeletion() {
    record.withValues { values in
      if values.machine.deletion == nil { values.restoreURL = nil }
      values.machine.noteDeletion(ChangeOriginator.current == .unknown ? .noticed : .announced)
    }
  }

  private func noteUnchangedItem(_ identity: FileIdentity) {
    var found = identity
    guard let known = record.item.identity, known.kind == found.kind else { return }
    guard let digest = known.contentDigest, found.kind == .regular, known.size == found.size else {
      // A package is identified by the files that were read, and not by other files in it.
      if known.difference(to: found) != .contents {
        record.withValues { $0.item.modificationDate = found.modified.date }
      }
      return
    }
    found.contentDigest = digest
    record.withValues { values in
      guard values.item.identity == known else { return }
      values.item.identity = found
      values.item.modificationDate = found.modified.date
    }
  }
}

/// Watches the item of one document, from opening to closing.
package final class DocumentWatching: Sendable {
  private struct State: Sendable {
    var isWanted = false
    var watch: FileWatch?
    var url: URL?
  }

  private let state = Mutex(State())

  var isActive: Bool { state.withLock { $0.isWanted } }

  /// Runs on the queue of file access, because of system calls; finds changes since the read too.
  func begin(_ document: Document) {
    guard document.environment.watchesItems else { return }
    state.withLock { $0.isWanted = true }
    let weakDocument = WeakDocument(document)
    document.fileAccess.perform { [self] in
      guard let document = weakDocument.document, isActive else { return }
      let id = ObjectIdentifier(self)
      document.record.observe(by: id) { [weak self] _, _ in self?.follow(weakDocument) }
      // An operation is queued only if there is work to do.
      if document.isBehindItem { document.followChanges(by: .unknown) }
    }
  }

  /// Stops watching; no further notification arrives.
  func end(_ record: DocumentRecord) {
    let wasWanted = state.withLock { state in
      defer { state = State() }
      return state.isWanted
    }
    if wasWanted { record.observe(by: ObjectIdentifier(self), nil) }
  }

  /// `saved` is the package that the document has just written; nil to read the state.
  func acknowledge(saved: FileIdentity? = nil) {
    state.withLock { $0.watch }?.acknowledge(saved: saved)
  }

  /// Ends the notices about files that a save of the package removes from the old one.
  func pause() { state.withLock { $0.watch }?.pause() }

  /// Looks for changes since ``pause()``, unless the save has been acknowledged.
  func resume() { state.withLock { $0.watch }?.resume() }

  private func follow(_ weakDocument: WeakDocument) {
    guard let document = weakDocument.document else { return }
    let url = document.presentedItemURL
    let (isNew, watch) = state.withLock { state in
      defer { state.url = url }
      return (state.isWanted && state.url != url, state.watch)
    }
    guard isNew, let url, url.isFileURL,
      let path = document.resolvedPath(of: url) ?? FilePath(resolving: url)
    else { return }
    if let watch {
      watch.retarget(to: path)
      return
    }
    let new = document.environment.watcher.watch(path) { event in
      weakDocument.document?.receive(event)
    }
    state.withLock { state in
      if state.isWanted { state.watch = new }
    }
  }
}
