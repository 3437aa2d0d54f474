#if ManagedDocuments

internal import Documents
internal import Foundation
internal import GRDB

extension ManagedDocument {
  /// Takes note of a transaction.
  ///
  /// Runs on the queue of the connection that writes.
  func note(_ commit: Commit) {
    guard recordsUndo else { return updateChangeCount(.done) }
    managed.withValues { $0.pending.append(commit) }
    let document = WeakManagedDocument(document: self)
    DispatchQueue.main.async {
      MainActor.assumeIsolated { document.document?.settle() }
    }
  }

  /// Tells the undo manager of transactions at once where that is possible.
  func settleOnMainQueue() {
    guard recordsUndo, MainQueue.isCurrent else { return }
    let document = Handed(value: self)
    MainActor.assumeIsolated { document.value.settle() }
  }

  /// Registers the transactions that the undo manager does not know, in their order.
  @MainActor private func settle() {
    while true {
      let next = managed.withValues { $0.pending.first }
      guard let next else { return }
      switch next.kind {
      case .undoable(let changeset):
        undoManager.registerUndo(withTarget: self) { $0.takeBack(changeset) }
        if let name = next.actionName { undoManager.setActionName(name) }
      case .final:
        // What came before no longer fits what is there now.
        undoManager.removeAllActions()
        updateChangeCount(.done)
      }
      managed.withValues { if !$0.pending.isEmpty { $0.pending.removeFirst() } }
    }
  }

  /// Takes a transaction back, in a transaction of its own, which can be taken back in its turn.
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

  /// Says that a step cannot be taken back, and drops what came before it.
  @MainActor private func giveUpUndoing(_ error: any Error) {
    let failure = DocumentError(
      .documentClass, .revert, url: fileURL, underlyingError: error,
      message: "\(localizedName): a step cannot be undone, because its rows were changed "
        + "again; nothing was changed",
      remedy: "change the rows by hand")
    handleError(failure, userInteractionPermitted: true)
    // The undo manager is still busy with the step.
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
