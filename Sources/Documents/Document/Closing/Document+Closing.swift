internal import Foundation
internal import FoundationAdditions
internal import UTIPlatform

extension Document {
  /// How often a closing saves a document that is edited while it is saved.
  private static let mostSavesOfClosing = 5

  func startClosing(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = makeOperation()
    // Only the beginning and the end hold the line of operations: the save between them needs it.
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

  /// - Parameter number: how many times it has been saved already.
  private func saveAndClose(
    _ operation: DocumentOperation, number: Int = 0,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    let state = record.withValues { $0.changes.current }
    saveBeforeClosing { [self = UncheckedSendableBox(self)] success in
      operation.resume {
        guard success else { return self.value.stayOpen(completionHandler) }
        self.value.finishClosing(operation, completionHandler) {
          // Whoever declined to save what there was has decided so; what came since is not lost.
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
  ///   - discardingChanges: must be true; the name says what is lost.
  ///   - completionHandler: is told that the document is closed.
  public func close(
    discardingChanges: Bool, completionHandler: (@Sendable (Bool) -> Void)?
  ) {
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

  /// Closes, without saving if so wished.
  ///
  /// - Parameter discardingChanges: whether unsaved changes are dropped.
  /// - Throws: as ``saveAndClose()`` when changes are not dropped.
  public nonisolated(nonsending) func close(discardingChanges: Bool) async throws {
    try await completing(.close) {
      close(discardingChanges: discardingChanges, completionHandler: $0)
    }
  }

  /// Disables editing; the state first, as the hook may ask for it (rule H1).
  ///
  /// - Returns: false when the document is closed already, and has nothing that no item holds.
  private func prepareToClose() -> Bool {
    let isOver = record.withValues { $0.state.contains(.closed) && !$0.changes.hasUnsavedChanges }
    guard !isOver else { return false }
    autosaver.cancel()
    operations.beginClosing()
    changeState { $0.insert(.editingDisabled) }
    disableEditing()
    return true
  }

  /// Saves what is to be saved: what does not save itself there, or was never opened, at its place.
  private func saveBeforeClosing(_ completionHandler: @escaping @Sendable (Bool) -> Void) {
    if record.state.contains(.closed) || !savesItselfInPlace && hasUnsavedChanges {
      save(
        to: fileURL, for: record.item.identity == nil ? .forCreating : .forOverwriting,
        completionHandler: completionHandler)
    } else {
      autosave(completionHandler: completionHandler)
    }
  }

  /// Closes when everything that was asked for earlier is done (rule H7).
  ///
  /// - Parameter mayEnd: whether there is nothing else to do first; otherwise it has begun that.
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
    // Closing has called off what was due.
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
