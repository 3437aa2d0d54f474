internal import Foundation

extension Document {
  func startClosing(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = makeOperation()
    // Only the beginning and the end hold the line of operations: the save between them needs it.
    operations.begin(operation) { [self] in
      guard prepareToClose() else {
        finish(operation, completionHandler)
        return
      }
      operations.end()
      saveBeforeClosing { [self = Handover(self)] success in
        operation.resume {
          if success {
            self.value.finishClosing(operation, completionHandler)
          } else {
            self.value.stayOpen(completionHandler)
          }
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
  /// - Throws: as ``close()`` when changes are not dropped.
  public nonisolated(nonsending) func close(discardingChanges: Bool) async throws {
    try await completing(.close) {
      close(discardingChanges: discardingChanges, completionHandler: $0)
    }
  }

  /// Disables editing; the state first, as the hook may ask for it (rule H1).
  ///
  /// - Returns: false when the document is closed already.
  private func prepareToClose() -> Bool {
    guard !record.state.contains(.closed) else { return false }
    autosaver.cancel()
    withUndoManager { $0.endEvent() }
    changeState { $0.insert(.editingDisabled) }
    disableEditing()
    return true
  }

  /// Saves what is to be saved; a draft at its place, where it has only been autosaved elsewhere.
  private func saveBeforeClosing(_ completionHandler: @escaping @Sendable (Bool) -> Void) {
    if autosavesElsewhere, hasUnsavedChanges {
      save(to: fileURL, for: .forCreating, completionHandler: completionHandler)
    } else {
      autosave(completionHandler: completionHandler)
    }
  }

  /// Closes when everything that was asked for earlier is done (rule H7).
  private func finishClosing(
    _ operation: DocumentOperation, _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    operations.begin(operation) { [self] in
      performAsynchronousFileAccess { [self] in
        if !hasUnsavedChanges { removeAutosavedContents() }
        operation.resume { [self] in
          resignPresenter()
          autosaver.cancel()
          changeState { $0 = .closed }
          finish(operation, completionHandler)
        }
      }
    }
  }

  private func stayOpen(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    enableEditing()
    changeState { $0.remove(.editingDisabled) }
    completionHandler?(false)
  }
}
