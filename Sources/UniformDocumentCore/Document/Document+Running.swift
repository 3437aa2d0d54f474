internal import Foundation
internal import UTIFileCoordination
internal import UTIFoundationBridge

// The runner of `DocumentMachine`: it performs the effects of each step, and is where the steps of
// an operation meet the threads and queues of the document.

/// A call of an operation, with the values that its effects use, until its handler is called.
final class DocumentCall: @unchecked Sendable {
  // One isolation or queue at a time uses a call, and passes it to the next, which is why unchecked
  // is safe.
  let kind: DocumentMachine.Operation
  let operation: DocumentOperation?
  let purpose: DocumentError.Operation
  let completionHandler: (@Sendable (Bool) -> Void)?
  /// The process that has changed the item.
  let originator: ChangeOriginator?
  /// The item of a failure; nil for the document's.
  var url: URL?
  var saveOperation = Document.SaveOperation.forOverwriting
  /// The changes that a save counts as saved.
  var token: Any?
  var error: (any Error)?
  /// Takes the call, so that it does not keep itself alive.
  var access: (DocumentCall) -> Void = { _ in }
  /// The state that the save of a closing takes, and the number of its saves.
  var closing: (since: ChangeTracker.StateIdentity?, saves: Int) = (nil, 0)

  init(
    _ kind: DocumentMachine.Operation, _ operation: DocumentOperation,
    _ purpose: DocumentError.Operation, _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    (self.kind, self.operation, self.purpose) = (kind, operation, purpose)
    (self.completionHandler, originator) = (completionHandler, nil)
  }

  /// A step that is not a part of an operation.
  init(by originator: ChangeOriginator? = nil, token: Any? = nil) {
    (kind, operation, purpose, completionHandler) = (.other, nil, .save, nil)
    (self.originator, self.token) = (originator, token)
  }
}

extension Document {
  /// Waits for the operations that were called earlier, and takes the first step.
  func begin(
    _ call: DocumentCall, waitsForClosing: Bool = false,
    _ access: @escaping (DocumentCall) -> Void = { _ in }
  ) {
    guard let operation = call.operation else { return }
    call.access = access
    operations.begin(operation, waitsForClosing: waitsForClosing) { [self] in
      advance(.begin(call.kind), in: call)
    }
  }

  /// Takes a step that is not a part of an operation.
  package func advance(_ step: DocumentMachine.Step) { advance(step, in: DocumentCall()) }

  func advance(_ step: DocumentMachine.Step, in call: DocumentCall) {
    let edits = DocumentMachine.Edits(
      isChanged: hasUnsavedChanges, isOpen: undoActivity.isRecording)
    for effect in record.withValues({ $0.machine.advance(step, edits) }) {
      perform(effect, in: call)
    }
  }

  /// The same error goes to the caller, to `handleError` and to the stream of states (rule O5); a
  /// cancellation goes to the caller only.
  func fail(_ call: DocumentCall, _ error: any Error) {
    guard let operation = call.operation else { return }
    let isCancelled = operation.isCancelled && Self.isCancellation(error)
    let error =
      isCancelled
      ? operation.cancellation ?? error
      : DocumentError.wrapping(error, call.purpose, self, url: call.url)
    operation.fail(error)
    call.error = error
    let code = (error as? DocumentError)?.code
    var failure = DocumentMachine.Failure(operation: call.kind, isCancelled: isCancelled)
    failure.isConflict = call.purpose == .save && code == .changedOnDisk
    failure.affectsItem =
      call.purpose == .save || call.kind == .revert(takesOver: false)
    failure.isOfAutosave = operation.isAutosave && !operation.isClosing
    failure.isRepeated = code != nil && record.withValues { $0.latestError?.code == code }
    advance(.failed(failure), in: call)
  }

  private func perform(_ effect: DocumentMachine.Effect, in call: DocumentCall) {
    switch effect {
    case .access: call.access(call)
    case .change(let change):
      changeState(change, error: change.hasError ? call.error : nil, by: call.originator)
    case .disableEditing: disableEditing()
    case .enableEditing: enableEditing()
    case .forgetEdits: becomeClean()
    case .takeBaseline: takeBaseline()
    case .forgetObstacle:
      record.withValues { values in
        values.obstacle = nil
        values.baseline = nil
      }
    case .dropAutosavedContents: dropAutosavedContents()
    case .countSaving:
      if let token = call.token { updateChangeCount(withToken: token, for: call.saveOperation) }
    case .countOtherContents: recordOtherContents()
    case .scheduleAutosave: autosaver.edited(self)
    case .cancelAutosave: autosaver.cancel()
    case .beginPresenting: becomePresenter()
    case .endPresenting: resignPresenter()
    case .resolveVersion: resolveVersionInConflict()
    case .notifyOfVersions: notifyOfVersions()
    case .handleError: if let error = call.error { beginHandlingError(error) }
    case .refuse(let refusal): refuse(call, refusal)
    case .beginClosing: operations.beginClosing()
    case .endClosing: operations.endClosing()
    case .leaveLine: operations.end()
    case .saveForClosing: saveForClosing(call)
    case .clear: clear(call)
    case .end(let success): finish(call, success: success)
    case .endWhenWatching:
      guard let operation = call.operation else { return }
      whenWatching(as: operation) { [self] in finish(call) }
    case .answer(let success): call.completionHandler?(success)
    case .follow: follow(in: call)
    case .reload: reload(in: call)
    case .compareWithItem: compareWithItem(in: call)
    }
  }

  private func finish(_ call: DocumentCall, success: Bool = true) {
    guard let operation = call.operation else { return }
    finish(operation, call.completionHandler, success: success)
  }

  private func refuse(_ call: DocumentCall, _ refusal: DocumentMachine.Refusal) {
    switch refusal {
    case .notOpen:
      guard let operation = call.operation else { return }
      let error = DocumentError(
        .notOpen, call.purpose, url: call.url ?? fileURL, message: "\(localizedName) is not open",
        remedy: "open the document first")
      // Editing was not disabled, so it is not enabled again.
      fail(operation, call.purpose, error, call.completionHandler, at: call.url)
    case .editedAgain:
      let error = DocumentError(
        .hasChanges, .close, url: fileURL, unsavedContents: .inMemory,
        message: "\(localizedName) is edited again during every save",
        remedy: "stop editing in disableEditing()")
      fail(call, error)
    }
  }

  /// Ends an operation without a step.
  func finish(
    _ operation: DocumentOperation, _ completionHandler: (@Sendable (Bool) -> Void)?,
    success: Bool = true
  ) {
    operations.end()
    operation.answer(success, completionHandler)
  }

  /// Ends an operation with an error.
  package func fail(
    _ operation: DocumentOperation, _ purpose: DocumentError.Operation, _ error: any Error,
    _ completionHandler: (@Sendable (Bool) -> Void)?, at url: URL? = nil
  ) {
    let call = DocumentCall(.other, operation, purpose, completionHandler)
    call.url = url
    fail(call, error)
  }

  /// True for a cancellation by the task of the caller or through the progress.
  private static func isCancellation(_ error: any Error) -> Bool {
    switch error {
    case is CancellationError, CocoaError.userCancelled: true
    case let error as FileStoreError: error.errno == .canceled
    case let error as SafeWritingError:
      error.errno == .canceled || error.underlyingError.map(isCancellation) ?? false
    case let error as DocumentError:
      error.errno == .canceled || error.underlyingError.map(isCancellation) ?? false
    default: false
    }
  }
}
