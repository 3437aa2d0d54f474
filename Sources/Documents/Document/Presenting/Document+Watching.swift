internal import Foundation
internal import SystemPackage
internal import UTIFileWatching
internal import UTIFoundationBridge
internal import UTIPlatform

extension Document {
  /// Handles a notification of a change of the item by a process that does not coordinate.
  ///
  /// The item is compared with the contents that the document has read and written itself, after
  /// its own saves. Times are not compared (rule J4).
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
      PollingReport.shared.reportOnce(reason, event.path) { environment.report(DocumentError($0)) }
    }
  }

  private func takeChange(_ event: FileEvent) {
    let isBack = record.withValues { values in
      guard values.deletion?.isNoticed == true else { return false }
      values.deletion = nil
      return true
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
      if values.deletion == nil { values.deletion = .noticed(restoreURL: restoreURL) }
    }
    notifyPresenter(event)
  }

  private func notifyPresenter(_ event: FileEvent) {
    PresenterNotifier(presenter).notify(event)
  }

  /// Notes that the item is gone; the origin of the notification decides which saves create it
  /// again.
  ///
  /// A deletion that a file coordinator announced is intended, so that overwriting does not create
  /// the item again (rule D9). After a deletion that was only noticed, an explicit save creates it
  /// again (rule J10).
  func noteDeletion() {
    record.withValues { values in
      if ChangeOriginator.current != .unknown {
        values.deletion = .announced
      } else if values.deletion == nil {
        values.deletion = .noticed(restoreURL: nil)
      }
    }
  }

  /// Updates the times and permissions of an item with unchanged contents.
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

extension DocumentRecord {
  /// The way in which a document learned of the deletion of its item.
  enum Deletion: Sendable {
    /// A file coordinator announced the deletion.
    case announced
    /// The document noticed the deletion; an item in the trash has a location to restore it to.
    case noticed(restoreURL: URL?)

    var isNoticed: Bool {
      if case .noticed = self { true } else { false }
    }
  }
}
