internal import Foundation
package import SystemPackage
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
}

extension Document {
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
}
