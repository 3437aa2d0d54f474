internal import Foundation

extension HostedDocument {
  /// Registers an edit of the client.
  @MainActor func record(_ change: NSDocument.ChangeType) {
    if let kind = change.kind { return recordChange(kind) }
    switch change {
    case .changeReadOtherContents: recordOtherContents()
    case .changeDiscardable: recordChange(.done, isDiscardable: true)
    default:
      record.withValues { values in
        let state = values.changes.current
        values.autosaved = values.autosaved.map {
          DocumentRecord.Autosaved(folder: $0.folder, url: $0.url, state: state)
        }
      }
    }
  }

  /// True if there are changes that are neither saved nor autosaved.
  var hasUnautosavedChanges: Bool {
    hasUnsavedChanges
      && (undoActivity.isRecording
        || record.withValues { $0.autosaved?.state != $0.changes.current })
  }
}
