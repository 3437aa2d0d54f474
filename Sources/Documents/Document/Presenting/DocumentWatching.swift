internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFileWatching
internal import UTIFoundationBridge

/// Watches the item of one document, from opening to closing.
final class DocumentWatching: Sendable {
  private struct State: Sendable {
    var isWanted = false
    var watch: FileWatch?
    /// The location of the document that the watch was last given.
    var url: URL?
  }

  private let state = Mutex(State())

  /// True if the document receives notifications.
  var isActive: Bool { state.withLock { $0.isWanted } }

  /// Starts to watch, on the queue of file access because it makes system calls.
  ///
  /// Changes since the document was read are found too.
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

  /// Accepts the state of the item as known.
  ///
  /// - Parameter saved: the package that the document has just written; nil to read the state.
  func acknowledge(saved: FileIdentity? = nil) {
    state.withLock { $0.watch }?.acknowledge(saved: saved)
  }

  /// Ends the notices about files that a save of the package removes from the old one.
  func pause() { state.withLock { $0.watch }?.pause() }

  /// Looks for changes since ``pause()``, unless the save has been acknowledged.
  func resume() { state.withLock { $0.watch }?.resume() }

  /// Watches the item at the document's current location.
  private func follow(_ weakDocument: WeakDocument) {
    guard let document = weakDocument.document else { return }
    let url = document.presentedItemURL
    let (isNew, watch) = state.withLock { state in
      defer { state.url = url }
      return (state.isWanted && state.url != url, state.watch)
    }
    guard isNew, let url, url.isFileURL, let path = FilePath(resolving: url) else {
      return
    }
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
