internal import Foundation

extension Document {
  func startAutosaving(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    withUndoManager { $0.endEvent() }
    guard hasUnsavedChanges else {
      completionHandler?(true)
      return
    }
    save(to: fileURL, for: .forOverwriting, completionHandler: completionHandler)
  }

  /// Whether an autosave may begin now (rule G4).
  var mayAutosave: Bool {
    record.state.isDisjoint(with: [.closed, .editingDisabled, .inConflict]) && !isUndoingOrRedoing
  }
}
