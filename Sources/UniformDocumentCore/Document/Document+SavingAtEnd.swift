internal import CUTISystemCalls
internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

extension Document: EndingDocument {
  var endState: EndState {
    EndState(
      changes: record.withValues { $0.changes.current }, hasUnsavedChanges: hasUnsavedChanges,
      isIdle: operations.isIdle)
  }

  var needsEnd: Bool {
    if hasChangesOfNoFile { return true }
    // A save whose end the document's isolation has not noted needs nothing.
    let isOnlyNoted = isWritten && operations.isAlone && isolationWork.isWaiting
    return !operations.isIdle && !isOnlyNoted
  }

  /// True if the item has the changes, and only the document's isolation has not noted that.
  private var isWritten: Bool {
    record.withValues { $0.changes.hasUnsavedChanges && $0.machine.written == $0.changes.current }
  }

  var mayNeedEnd: Bool {
    // Changes may have followed those of a save that the document's isolation has not noted.
    (isComparable || isWritten && !registersChanges) && environment.autosavePolicy != nil
  }

  /// True if no file has the changes; a class may count changes itself, without the record.
  private var hasChangesOfNoFile: Bool {
    isAtRisk
      || hasUnsavedChanges && !isWritten
        && record.withValues { $0.autosaved?.state != $0.changes.current }
  }

  /// Runs after the pending operations; calls `completion` on any thread.
  func saveAtEnd(_ completion: @escaping @Sendable (EndOutcome, EndState) -> Void) {
    let document = UncheckedSendableBox(self)
    saveNow(isAsked: record.withValues { $0.isSavedAtEnd }, isEnd: true) { outcome in
      completion(outcome, document.value.endState)
    }
  }

  var keptOutcome: EndOutcome? {
    guard environment.endPatience != nil, hasUnsavedChanges, !hasChangesOfNoFile,
      let error = problemError,
      let kept = record.withValues({ $0.autosaved?.url }).flatMap({ try? FilePath(of: $0) })
    else { return nil }
    return .kept(kept, error)
  }

  var keptUnanswered: EndOutcome? {
    guard hasUnsavedChanges, !hasChangesOfNoFile, !isWritten,
      let kept = record.withValues({ $0.autosaved?.url }).flatMap({ try? FilePath(of: $0) })
    else { return nil }
    return .kept(kept, problemError)
  }

  var isOfMainActor: Bool {
    if case .main = record.owner ?? callerContext { true } else { false }
  }

  func isAutosaveDue(within duration: Duration) -> Bool {
    autosaver.isDue(self, within: duration)
  }

  func saveBeforeWaiting(_ completion: @escaping @Sendable () -> Void) {
    saveNow(isAsked: false, isEnd: false) { _ in completion() }
  }

  /// `isAsked`: the document is saved, and not only autosaved; `isEnd`: the process ends.
  private func saveNow(
    isAsked: Bool, isEnd: Bool, _ end: @escaping @Sendable (EndOutcome) -> Void
  ) {
    let operation = makeOperationOfOwner(isAutosave: !isAsked, isOfEnd: isEnd)
    let document = UncheckedSendableBox(self)
    operation.resume {
      if isEnd { document.value.withdrawUserInteraction() }
      document.value.operations.begin(operation, waitsForClosing: true) {
        document.value.afterUndoEvent(as: operation) {
          document.value.findUnregisteredChange(as: operation) { _ in
            document.value.operations.end()
            document.value.saveNow(as: operation, isAsked: isAsked, end)
          }
        }
      }
    }
  }

  private func saveNow(
    as operation: DocumentOperation, isAsked: Bool, _ end: @escaping @Sendable (EndOutcome) -> Void
  ) {
    guard hasChangesOfNoFile else { return end(.unchanged) }
    guard isAsked || environment.autosavePolicy != nil else { return end(.notAutosaved) }
    let document = UncheckedSendableBox(self)
    let handler: @Sendable (Bool) -> Void = { success in
      operation.resume { document.value.endSaving(as: operation, success, end) }
    }
    if isAsked, !autosavesElsewhere, !record.state.contains(.closed) {
      save(to: fileURL, for: .forOverwriting, completionHandler: handler)
    } else {
      autosaveByItself(handler)
    }
  }

  private func endSaving(
    as operation: DocumentOperation, _ success: Bool,
    _ end: @escaping @Sendable (EndOutcome) -> Void
  ) {
    if let outcome = outcome(of: operation) { return end(outcome) }
    guard !success else { return end(.declined) }
    let document = UncheckedSendableBox(self)
    // An override may decline to save without an error.
    autosaveElsewhere { _, error in
      document.value.operations.end()
      let failure = operation.error ?? error ?? document.value.declined
      let error = DocumentError.wrapping(failure, .save, document.value) as? DocumentError
      end(document.value.outcome(of: operation) ?? .lost(error ?? document.value.declined))
    }
  }

  private func outcome(of operation: DocumentOperation) -> EndOutcome? {
    guard hasChangesOfNoFile else {
      let kept = record.withValues { $0.autosaved?.url }.flatMap { try? FilePath(of: $0) }
      guard hasUnsavedChanges, let kept else { return .saved }
      return .kept(kept, operation.error as? DocumentError)
    }
    return nil
  }

  private var declined: DocumentError {
    DocumentError(
      .failedWithoutError, .save, url: fileURL,
      message: "\(type(of: self)) declined to autosave, and there is no directory for drafts",
      remedy: "set DocumentEnvironment.autosaveDirectory")
  }

  var isAtRisk: Bool { record.withValues { $0.machine.isAtRisk } || undoActivity.isRecording }

  var ownFolder: FilePath? { record.withValues { $0.ownFolder } }

  var place: String {
    let url = record.fileURL
    return url.isFileURL ? url.path : url.absoluteString
  }

  /// Saves and closes every document of the process, each in its isolation.
  ///
  /// - Returns: the documents that stay open, each with the reason.
  @MainActor package static func closeAllOfProcess() async -> [(
    document: Document, error: any Error
  )] {
    var failures: [(document: Document, error: any Error)] = []
    // The documents stay alive, so that a later one does not have the identity of an earlier one.
    var closed: [ObjectIdentifier: UncheckedSendableBox<Document>] = [:]
    // The closing of one document may open another one.
    while true {
      let new = LiveDocuments.shared.all.compactMap { $0 as? Document }
        .filter { closed[ObjectIdentifier($0)] == nil }.map(UncheckedSendableBox.init)
      guard !new.isEmpty else { break }
      for document in new {
        closed[ObjectIdentifier(document.value)] = document
        guard let failure = await document.value.closeForEnd() else { continue }
        failures.append((document.value, failure))
      }
    }
    return failures
  }

  /// Returns the reason if the document stays open.
  @MainActor private func closeForEnd() async -> (any Error)? {
    guard !record.state.contains(.closed) || needsEnd else { return nil }
    let operation = makeOperationOfOwner()
    let box = UncheckedSendableBox(self)
    let isClosed = await withCheckedContinuation { continuation in
      let resumption = SingleResumption(continuation)
      operation.resume { box.value.close(completionHandler: resumption.resume) }
    }
    return isClosed ? nil : operation.error ?? failedWithoutError(.close)
  }

  func prepareForEnd(_ changes: DocumentRecord.Changes) {
    guard !changes.isDisjoint(with: [.risk, .edits, .place, .state]) else { return }
    // A thread that changes a document may also run out of stack.
    if environment.endPatience != nil { uti_use_signal_stack() }
    LiveDocuments.shared.update(self)
    if changes.contains(.state) { ContentsWatch.shared.update(self) }
    if isAtRisk || !record.state.contains(.closed) {
      ProcessEnd.shared.register(environment)
    }
  }
}
