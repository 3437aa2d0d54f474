#if ManagedDocuments

internal import UTIFileCoordination
internal import UniformDocuments
internal import Foundation
internal import GRDB

extension ManagedDocument {
  /// Runs on the queue of the writing connection.
  func note(_ commit: Commit) {
    guard recordsUndo else { return updateChangeCount(.done) }
    managed.withValues { $0.pending.append(commit) }
    let document = WeakManagedDocument(document: self)
    DispatchQueue.main.async {
      MainActor.assumeIsolated { document.document?.settle() }
    }
  }

  /// Registers transactions with the undo manager at once if this is the main queue.
  func settleOnMainQueue() {
    guard recordsUndo, MainQueue.isCurrent else { return }
    let document = Handed(value: self)
    MainActor.assumeIsolated { document.value.settle() }
  }

  /// Registers the transactions that the undo manager lacks, in their order.
  @MainActor private func settle() {
    while true {
      let next = managed.withValues { $0.pending.first }
      guard let next else { return }
      switch next.kind {
      case .undoable(let changeset):
        undoManager.registerUndo(withTarget: self) { $0.takeBack(changeset) }
        if let name = next.actionName { undoManager.setActionName(name) }
      case .final:
        // Earlier steps no longer match the present rows.
        undoManager.removeAllActions()
        updateChangeCount(.done)
      }
      managed.withValues { if !$0.pending.isEmpty { $0.pending.removeFirst() } }
    }
  }

  /// Undoes a transaction in a separate transaction, which can be undone too.
  @MainActor private func takeBack(_ changeset: Changeset) {
    do {
      let working = try workingCopy()
      let inverted = try changeset.inverted()
      let made = try working.pool.writeWithoutTransaction { db -> Commit? in
        var made: Commit?
        working.recorder.takes = { made = $0 }
        defer { working.recorder.takes = nil }
        try inverted.apply(db)
        return made
      }
      guard case .undoable(let changeset) = made?.kind else { return }
      undoManager.registerUndo(withTarget: self) { $0.takeBack(changeset) }
    } catch {
      giveUpUndoing(error)
    }
  }

  /// Reports that a step cannot be undone, and discards the earlier steps.
  @MainActor private func giveUpUndoing(_ error: any Error) {
    let failure = DocumentError(
      .documentClass, .revert, url: fileURL, underlyingError: error,
      message: "\(localizedName): a step cannot be undone, because its rows were changed "
        + "again; nothing was changed",
      remedy: "change the rows by hand")
    handleError(failure, userInteractionPermitted: true)
    // The undo manager is still performing the step.
    let document = WeakManagedDocument(document: self)
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        document.document?.undoManager.removeAllActions()
        document.document?.updateChangeCount(.done)
      }
    }
  }
}

#endif
