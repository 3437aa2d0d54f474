internal import Foundation
internal import UTIFoundationBridge
internal import UTIPlatform

extension Document {
  func startClosing(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = makeOperation(isClosing: true)
    let call = DocumentCall(.close(discards: false), operation, .close, completionHandler)
    // Only the start and the end occupy the queue of operations: the save between them needs it.
    operations.begin(operation) { [self] in
      afterUndoEvent(as: operation) { [self] in
        findUnregisteredChange(as: operation) { [self] _ in advance(.begin(call.kind), in: call) }
      }
    }
  }

  func saveForClosing(_ call: DocumentCall) {
    call.closing = (record.withValues { $0.changes.current }, call.closing.saves + 1)
    saveBeforeClosing { [self = UncheckedSendableBox(self)] success in
      call.operation?.resume { self.value.advance(.savedForClosing(success), in: call) }
    }
  }

  /// Closes without saving.
  ///
  /// - Parameters:
  ///   - discardingChanges: must be true; the name states the consequence.
  ///   - completionHandler: called when the document is closed.
  public func close(discardingChanges: Bool, completionHandler: (@Sendable (Bool) -> Void)?) {
    guard discardingChanges else { return close(completionHandler: completionHandler) }
    begin(DocumentCall(.close(discards: true), makeOperation(), .close, completionHandler))
  }

  /// Closes, optionally without saving.
  ///
  /// - Parameter discardingChanges: whether unsaved changes are discarded.
  /// - Throws: the errors of ``saveAndClose()`` if changes are not discarded.
  public nonisolated(nonsending) func close(discardingChanges: Bool) async throws {
    try await completing(.close) {
      close(discardingChanges: discardingChanges, completionHandler: $0)
    }
  }

  /// Saves to the document's location if autosaving does not, or if the document was never opened.
  private func saveBeforeClosing(_ completionHandler: @escaping @Sendable (Bool) -> Void) {
    if record.state.contains(.closed) || !savesItselfInPlace && hasUnsavedChanges {
      save(
        to: fileURL, for: record.item.identity == nil ? .forCreating : .forOverwriting,
        completionHandler: completionHandler)
    } else {
      autosave(completionHandler: completionHandler)
    }
  }

  /// Runs after all pending operations (rule H7).
  func clear(_ call: DocumentCall) {
    guard let operation = call.operation else { return }
    operations.begin(operation) { [self] in
      accessFilesLater { document in
        if !document.hasUnsavedChanges { document.removeAutosavedContents() }
        document.settleLateWriting()
        document.lateWriting.end()
        operation.resume {
          document.advance(
            .cleared(since: call.closing.since, saves: call.closing.saves), in: call)
        }
      }
    }
  }
}
