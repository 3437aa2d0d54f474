internal import Foundation

extension Document {
  func startAutosaving(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    withUndoManager { $0.endEvent() }
    guard hasUnsavedChanges else {
      completionHandler?(true)
      return
    }
    if autosavesElsewhere { return autosaveDraft(completionHandler) }
    save(to: fileURL, for: .forOverwriting) { [self = Handover(self)] success in
      if success {
        completionHandler?(true)
      } else {
        self.value.keepRefusedChanges { completionHandler?(false) }
      }
    }
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

  /// Keeps changes elsewhere that cannot be saved where the document lives; that was the failure
  /// people hear of, and another one is only reported.
  private func keepRefusedChanges(_ completion: @escaping () -> Void) {
    autosaveElsewhere { [self] _, error in
      if let error, let failure = DocumentError.wrapping(error, .save, self) as? DocumentError {
        environment.report(failure)
      }
      operations.end()
      completion()
    }
  }

  /// Whether an autosave may begin now (rule G4).
  var mayAutosave: Bool {
    record.state.isDisjoint(with: [.closed, .editingDisabled, .inConflict]) && !isUndoingOrRedoing
  }
}
