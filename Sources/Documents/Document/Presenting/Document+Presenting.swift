internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension Document: SelfWatchingPresenter {
  package func acknowledgeItem() { watching.acknowledge() }
}

extension Document {
  /// Begins to be told of what others do with the item.
  ///
  /// What is no file has no item that anybody could coordinate (rule A8).
  func becomePresenter() {
    guard fileURL.isFileURL else { return }
    NSFileCoordinator.addFilePresenter(self)
    watching.begin(self)
  }

  /// Stops being told of what others do with the item.
  func resignPresenter() {
    watching.end(record)
    NSFileCoordinator.removeFilePresenter(self)
  }

  /// Has the item saved because somebody else is going to read it.
  func saveForReader(_ completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    // Nobody has asked for this save, so that it does not bring back what is gone.
    let operation = makeOperationOfOwner(isAutosave: true)
    operation.resume { [self] in
      afterUndoEvent(as: operation) { [self] in
        guard !record.state.contains(.closed), hasUnsavedChanges else {
          completionHandler(nil)
          return
        }
        let url = fileURL
        save(to: url, for: .forOverwriting) { success in
          completionHandler(success ? nil : Self.refusal(ofReaderAt: url, operation.error))
        }
      }
    }
  }

  /// What somebody is told who has only wanted to read, and knows nothing of a save.
  private static func refusal(ofReaderAt url: URL, _ error: (any Error)?) -> DocumentError {
    let reason = (error as? DocumentError)?.message ?? error.map { "\($0)" }
    return DocumentError(
      .hasChanges, .coordinate, url: url, unsavedContents: .inMemory, underlyingError: error,
      message: "the document of the item has changes that could not be saved before the read"
        + (reason.map { " (\($0))" } ?? ""),
      remedy: "save that document elsewhere, or close it")
  }

  /// Reads the item again if somebody else has given it other contents and nothing is lost by that.
  ///
  /// A document with changes stays as it is and is in conflict with its item, which its next save does
  /// not overwrite (rule J2).
  ///
  /// - Parameter originator: who has changed the item; nil for who is known to whoever calls.
  func followChanges(by originator: ChangeOriginator? = nil) {
    let originator = originator ?? ChangeOriginator.current ?? .unknown
    guard !record.state.contains(.closed) else { return }
    let weakDocument = WeakDocument(self)
    performAsynchronousFileAccess {
      guard let document = weakDocument.document, document.isBehindItem else { return }
      let isFirst = document.record.withValues { values in
        defer { values.isFollowing = true }
        return !values.isFollowing
      }
      guard isFirst else { return }
      document.makeOperationOfOwner(yieldsToEdits: true).resume {
        weakDocument.document?.followNow(by: originator)
      }
    }
  }

  private func followNow(by originator: ChangeOriginator) {
    guard record.state.isDisjoint(with: [.closed, .editingDisabled]), !hasUnsavedChanges,
      !isUndoingOrRedoing, originator != .unknown || hasIsolation
    else {
      record.withValues { $0.isFollowing = false }
      if hasUnsavedChanges, !record.state.contains(.closed), !overwritesChangesOnDisk {
        changeState(by: originator) { $0.insert(.inConflict) }
      }
      return
    }
    let weakDocument = WeakDocument(self)
    revert(toContentsOf: fileURL) { [record] success in
      record.withValues { $0.isFollowing = false }
      if success { weakDocument.document?.tellStreams(of: .contents, by: originator) }
    }
  }

  /// Whether it is known where the document is used, so that it can be read again between two uses.
  ///
  /// A document that is opened and edited from no actor has a model that nobody guards: reading at any
  /// moment could come between an edit and its counting. Its next save finds the change instead.
  var hasIsolation: Bool {
    if livesOnMainActor { return true }
    return switch record.owner {
    case .main, .actor: true
    case .queue, nil: false
    }
  }

  /// Whether the contents of the item are others than those that were last read or written.
  package var isBehindItem: Bool {
    let (url, known) = record.withValues { ($0.fileURL, $0.item.identity) }
    guard url.isFileURL, let known else { return false }
    return ItemReader(document: self, url: url).isBehindItem(known)
  }

  /// Takes what the document's class has written without ``Document`` for what the document knows.
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

  /// Takes over another place of the item, where its type may be another one.
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

  /// An operation that nobody has called for: it runs where the document lives.
  func makeOperationOfOwner(
    isAutosave: Bool = false, yieldsToEdits: Bool = false
  ) -> DocumentOperation {
    DocumentOperation(
      self, context: record.owner ?? callerContext, isAutosave: isAutosave,
      yieldsToEdits: yieldsToEdits)
  }
}
