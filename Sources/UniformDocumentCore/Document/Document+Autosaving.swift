internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

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
}
