internal import Foundation
internal import UTIPlatform

extension HostedDocument {
  /// Runs work on the main actor, at once if the caller is on it.
  func onMainActorLater(_ body: @escaping @MainActor (HostedDocument) -> Void) {
    let (document, body) = (UncheckedSendableBox(self), UncheckedSendableBox(body))
    guard !MainQueue.isCurrent else {
      return MainActor.assumeIsolated { body.value(document.value) }
    }
    let operation = DocumentOperation.current
    ResumptionContext.main.perform {
      OperationScope.run(operation) {
        MainActor.assumeIsolated { body.value(document.value) }
      }
    }
  }

  /// Saves through the client's overridable function.
  @MainActor func saveHosted(
    to url: URL, for saveOperation: SaveOperation,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    guard let client else {
      completionHandler?(false)
      return
    }
    let operation = DocumentOperation.current
    let isAutosave = operation?.isAutosave == true
    let isInPlace = url == fileURL
    guard !isInPlace || !isUntitled else { return refuseWithoutPlace(completionHandler) }
    let kind: NSDocument.SaveOperationType =
      isAutosave ? .autosaveInPlaceOperation : isInPlace ? .saveOperation : .saveAsOperation
    let typeName = operation?.savingType ?? client.fileType ?? types.identifier(forName: url)
    RequestedSave(saveOperation).run {
      client.save(to: url, ofType: typeName ?? "public.data", for: kind) { error in
        if let error { operation?.fail(error) }
        completionHandler?(error == nil)
      }
    }
  }

  /// The default of the client's `save(to:ofType:for:completionHandler:)`.
  @MainActor func saveNow(
    to url: URL, ofType typeName: String, for kind: NSDocument.SaveOperationType,
    _ completionHandler: @escaping ((any Error)?) -> Void
  ) {
    let saveOperation = RequestedSave.current?.operation ?? .forOverwriting
    let operation = DocumentOperation(
      self, context: .main, isAutosave: kind == .autosaveInPlaceOperation, savingType: typeName,
      hostedSave: kind.rawValue)
    if !kind.isCopy { savesUnderWay += 1 }
    let end = end(of: operation, .save) { [self] error in
      if !kind.isCopy { savesUnderWay -= 1 }
      completionHandler(error)
    }
    operation.run {
      RequestedSave.run(nil) {
        if kind.isCopy {
          startExporting(to: url, ofType: typeName, for: saveOperation, end)
        } else {
          startSaving(to: url, for: saveOperation, end)
        }
      }
    }
  }

  /// Autosaves through the client's overridable function.
  @MainActor func autosaveHosted(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = DocumentOperation.current
    guard let client else {
      completionHandler?(false)
      return
    }
    client.autosave(withImplicitCancellability: true) { error in
      if let error { operation?.fail(error) }
      completionHandler?(error == nil)
    }
  }

  /// The default of the client's `autosave(withImplicitCancellability:completionHandler:)`.
  @MainActor func autosaveNow(_ completionHandler: @escaping ((any Error)?) -> Void) {
    guard client?.autosavingFileType != nil, savesItselfInPlace || autosavesElsewhere else {
      return completionHandler(nil)
    }
    let operation = DocumentOperation(self, context: .main, isAutosave: true)
    let end = end(of: operation, .save, completionHandler)
    operation.run { startAutosaving(end) }
  }

  /// Moves the item to a free directory or name.
  @MainActor func moveNow(to url: URL, _ completionHandler: @escaping ((any Error)?) -> Void) {
    guard !isUntitled else { return completionHandler(withoutPlace(.rename)) }
    let operation = DocumentOperation(self, context: .main)
    let end = end(of: operation, .rename, completionHandler)
    operations.begin(operation) { [self] in
      startMoving(as: operation, end, moving(to: url, as: operation))
    }
  }

  /// Runs on the queue of file access: a closure in a function of the main actor would belong to
  /// it.
  private nonisolated func moving(
    to url: URL, as operation: DocumentOperation
  ) -> () throws -> Void {
    { [self] in try move(to: url, as: operation) }
  }

  /// Calls a completion handler with an error, and keeps the client alive until then.
  @MainActor private func end(
    of operation: DocumentOperation, _ purpose: DocumentError.Operation,
    _ completionHandler: @escaping ((any Error)?) -> Void
  ) -> @Sendable (Bool) -> Void {
    let (handler, document) = (UncheckedSendableBox(completionHandler), UncheckedSendableBox(self))
    return { [client] success in
      let document = document.value
      defer { withExtendedLifetime(client) {} }
      document.forgetNumber()
      let error: (any Error)? =
        success
        ? nil
        : operation.error
          ?? DocumentError(
            .failedWithoutError, purpose, url: document.fileURL,
            message: "\(document.localizedName) reported a failure without an error",
            remedy: "give an error to the completion handler")
      handler.value(error?.ofClient)
    }
  }

  /// Saves the client at its location for a caller that receives no error.
  @MainActor func saveReporting() {
    let operation = DocumentOperation(self, context: .main)
    let document = UncheckedSendableBox(self)
    operation.run {
      save(to: fileURL, for: .forOverwriting) { success in
        if !success, let error = operation.error {
          MainActor.assumeIsolated { document.value.report(error, .save) }
        }
      }
    }
  }

  /// Reads the client again at its location for a caller that receives no error.
  @MainActor func revertReporting() {
    guard let client else { return }
    guard !isUntitled else { return report(withoutPlace(.revert), .revert) }
    do {
      try client.revert(toContentsOf: fileURL, ofType: client.fileType ?? "public.data")
    } catch {
      report(error, .revert)
    }
  }

  @MainActor private func report(_ error: any Error, _ purpose: DocumentError.Operation) {
    client?.presentError(DocumentError.wrapping(error, purpose, self))
  }

  /// Reports any error as one of this module.
  @MainActor func report(_ error: any Error) {
    environment.report(
      error as? DocumentError
        ?? DocumentError(
          .documentClass, .save, url: fileURL, underlyingError: error,
          message: "\(localizedName): \(error)", remedy: "correct what the error names"))
  }

  private func refuseWithoutPlace(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = makeOperation()
    operations.begin(operation) { [self] in
      fail(operation, .save, withoutPlace(.save), completionHandler)
    }
  }

  func withoutPlace(_ purpose: DocumentError.Operation) -> DocumentError {
    DocumentError(
      .noPlace, purpose, url: fileURL, unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "\(localizedName) has no URL yet",
      remedy: "request one, and save it there with save(to:ofType:for:completionHandler:)")
  }
}

/// A save of an ``NSDocument`` in progress, which the functions of the client look up.
final class HostedSaving: OperationPart, @unchecked Sendable {
  let attributes: [AnyHashable: Any]?
  let saveOperation: Document.SaveOperation
  // One thread at a time writes, and passes it to the next, which is why unchecked is safe.
  var originalContentsURL: URL?

  init(attributes: [AnyHashable: Any]?, saveOperation: Document.SaveOperation) {
    self.attributes = attributes
    self.saveOperation = saveOperation
  }

  static func kind(
    of saveOperation: Document.SaveOperation, in operation: DocumentOperation? = .current
  ) -> NSDocument.SaveOperationType {
    operation?.hostedSave.flatMap(NSDocument.SaveOperationType.init)
      ?? (saveOperation == .forCreating ? .saveAsOperation : .saveOperation)
  }
}

/// The operation that was requested of a hosted ``Document``, which its client does not pass on.
final class RequestedSave: OperationPart {
  let operation: Document.SaveOperation

  init(_ operation: Document.SaveOperation) { self.operation = operation }
}

/// The contents of a hosted document, which the client writes itself.
struct HostedContents {
  let typeName: String
}

/// A read of an ``NSDocument`` in progress: the default of `read(from:ofType:)` takes bytes that
/// were already read from it, and stores the item in it.
final class HostedReading: OperationPart, @unchecked Sendable {
  let url: URL
  let contents: DocumentContents?
  // Only the main actor uses it, which is why unchecked is safe.
  var item: DocumentRecord.Item?

  init(_ url: URL, contents: DocumentContents? = nil, item: DocumentRecord.Item? = nil) {
    self.url = url
    self.contents = contents
    self.item = item
  }
}
