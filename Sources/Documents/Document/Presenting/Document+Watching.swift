internal import FileWatching
internal import Foundation
internal import FoundationAdditions
internal import SystemPackage
internal import UTIPlatform

extension Document {
  /// Takes in what was found of the item, which programs have changed that do not coordinate.
  ///
  /// What is told is compared with what the document has read and written itself, behind its own
  /// saves: times decide nothing (rule J4).
  func hear(_ event: FileEvent) {
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
      tellPresenter(event)
    case .deleted: takeDeletion(event, restoreURL: nil)
    case .trashed(_, let restorePath): takeDeletion(event, restoreURL: URL(of: restorePath))
    case .becamePolled(let reason):
      PollingReport.shared.tell(reason, event.path) { environment.report(DocumentError($0)) }
    }
  }

  private func takeChange(_ event: FileEvent) {
    let isBack = record.withValues { values in
      guard values.deletion?.isNoticed == true else { return false }
      values.deletion = nil
      return true
    }
    guard isBehindItem else {
      // Nothing that was read is different (rule J3).
      noteUnchangedItem()
      if event.kind == .metadataChanged || isBack { lookForObstacle() }
      return
    }
    if case .changed = event.kind {
      tellPresenter(event)
    } else {
      tellPresenter(FileEvent(.changed([]), at: event.path))
    }
  }

  private func takeDeletion(_ event: FileEvent, restoreURL: URL?) {
    guard let path = FilePath(resolving: fileURL), path == event.path,
      (try? environment.store.statusIfPresent(of: FileLocation(path))) == .some(nil)
    else { return }
    record.withValues { values in
      if values.deletion == nil { values.deletion = .noticed(restoreURL: restoreURL) }
    }
    tellPresenter(event)
  }

  private func tellPresenter(_ event: FileEvent) {
    PresenterNotifier(self).tell(event)
  }

  /// Notes that the item is gone; who says so decides what may bring it back.
  ///
  /// Somebody who coordinates has asked, so that overwriting does not bring it back (rule D9). What was
  /// found to be gone is brought back by whoever saves on purpose (rule J10).
  func noteDeletion() {
    record.withValues { values in
      if ChangeOriginator.current != .unknown {
        values.deletion = .announced
      } else if values.deletion == nil {
        values.deletion = .noticed(restoreURL: nil)
      }
    }
  }

  /// Takes over times and permissions of an item whose contents are those that the document knows.
  private func noteUnchangedItem() {
    guard fileURL.isFileURL, let path = FilePath(resolving: fileURL),
      var found = try? FileIdentity(of: FileLocation(path), in: environment.store)
    else { return }
    guard let known = record.item.identity, known.kind == found.kind else { return }
    guard let digest = known.contentDigest, isUnchanged(found, known, at: path) else {
      // A package is known by what was read of it, and not by what others keep there.
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

  /// Whether the bytes of a file are those that the document knows, looked at after the file's times.
  private func isUnchanged(
    _ found: FileIdentity, _ known: FileIdentity, at path: FilePath
  ) -> Bool {
    guard found.kind == .regular, known.size == found.size else { return false }
    return (try? known.isSameContents(as: found, at: FileLocation(path), in: environment.store))
      == true
  }
}

extension DocumentRecord {
  /// How a document knows that its item is gone.
  enum Deletion: Sendable {
    /// Somebody who coordinates accesses has said so beforehand.
    case announced
    /// It was found out; in the trash it may be, from where it would go back.
    case noticed(restoreURL: URL?)

    var isNoticed: Bool {
      if case .noticed = self { true } else { false }
    }
  }
}
