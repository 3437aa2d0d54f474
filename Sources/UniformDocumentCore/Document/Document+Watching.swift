internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFileWatching
internal import UTIFoundationBridge
internal import UTIPlatform

extension Document {
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
