internal import Foundation
internal import UTIFoundationBridge
internal import UTIPlatform

extension Document {
  /// The maximum number of saves of a closing document that is edited during each save.
  private static let mostSavesOfClosing = 5

  func startClosing(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = makeOperation(isClosing: true)
    // Only the start and the end occupy the queue of operations: the save between them needs it.
    operations.begin(operation) { [self] in
      afterUndoEvent(as: operation) { [self] in
        findUnregisteredChange(as: operation) { [self] _ in
          guard prepareToClose() else {
            finish(operation, completionHandler)
            return
          }
          operations.end()
          saveAndClose(operation, completionHandler)
        }
      }
    }
  }

  /// `number` is the number of previous saves.
  private func saveAndClose(
    _ operation: DocumentOperation, number: Int = 0,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    let state = record.withValues { $0.changes.current }
    saveBeforeClosing { [self = UncheckedSendableBox(self)] success in
      operation.resume {
        guard success else { return self.value.stayOpen(completionHandler) }
        self.value.finishClosing(operation, completionHandler) {
          // If an override declines to save, that covers the changes until then; later ones must
          // not be lost.
          let isEdited =
            self.value.hasUnsavedChanges
            && self.value.record.withValues { $0.changes.current } != state
          guard isEdited else { return true }
          if number < Self.mostSavesOfClosing {
            self.value.operations.end()
            self.value.saveAndClose(operation, number: number + 1, completionHandler)
          } else {
            self.value.giveUpClosing(operation, completionHandler)
          }
          return false
        }
      }
    }
  }

  /// Closes without saving.
  ///
  /// - Parameters:
  ///   - discardingChanges: must be true; the name states the consequence.
  ///   - completionHandler: called when the document is closed.
  public func close(discardingChanges: Bool, completionHandler: (@Sendable (Bool) -> Void)?) {
    guard discardingChanges else { return close(completionHandler: completionHandler) }
    let operation = makeOperation()
    operations.begin(operation) { [self] in
      guard prepareToClose() else {
        finish(operation, completionHandler)
        return
      }
      becomeClean()
      operations.end()
      finishClosing(operation, completionHandler)
    }
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

  /// The state changes first, because the hook may read it (rule H1); returns false if the document
  /// is already closed and has no unsaved changes.
  private func prepareToClose() -> Bool {
    let isOver = record.withValues { $0.state.contains(.closed) && !$0.changes.hasUnsavedChanges }
    guard !isOver else { return false }
    autosaver.cancel()
    operations.beginClosing()
    changeState { $0.insert(.editingDisabled) }
    disableEditing()
    return true
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

  /// Runs after all pending operations (rule H7); `mayEnd` returns whether closing can finish, or
  /// starts the missing work.
  private func finishClosing(
    _ operation: DocumentOperation, _ completionHandler: (@Sendable (Bool) -> Void)?,
    mayEnd: @escaping () -> Bool = { true }
  ) {
    operations.begin(operation) { [self] in
      let mayEnd = UncheckedSendableBox(mayEnd)
      accessFilesLater { document in
        if !document.hasUnsavedChanges { document.removeAutosavedContents() }
        document.settleLateWriting()
        document.lateWriting.end()
        operation.resume {
          guard mayEnd.value() else { return }
          document.resignPresenter()
          document.autosaver.cancel()
          document.changeState { $0 = .closed }
          document.operations.endClosing()
          document.finish(operation, completionHandler)
        }
      }
    }
  }

  private func stayOpen(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    enableEditing()
    changeState { $0.remove(.editingDisabled) }
    // Closing has cancelled the pending autosave.
    if isAtRisk { autosaver.edited(self) }
    operations.endClosing()
    completionHandler?(false)
  }

  private func giveUpClosing(
    _ operation: DocumentOperation, _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    enableEditing()
    operations.endClosing()
    let error = DocumentError(
      .hasChanges, .close, url: fileURL, unsavedContents: .inMemory,
      message: "\(localizedName) is edited again during every save",
      remedy: "stop editing in disableEditing()")
    fail(operation, .close, error, completionHandler) { $0.remove(.editingDisabled) }
  }
}
