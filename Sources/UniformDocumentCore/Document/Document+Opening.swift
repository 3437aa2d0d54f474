public import Foundation
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

extension Document {
  func startOpening(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = makeReportingOperation()
    let call = DocumentCall(.open, operation, .open, completionHandler)
    begin(call, waitsForClosing: true) { [self] call in
      accessFiles(as: operation) { [self] in
        if !isDraft { try readCoordinated(from: fileURL, as: operation) }
        lookForObstacle()
        return hasUnresolvedConflicts
      } then: { [self] result in
        switch result {
        case .success(let isInConflict): advance(.opened(isInConflict: isInConflict), in: call)
        case .failure(let error): fail(call, error)
        }
      }
    }
  }

  /// Reads through the overridable function; runs on the queue of file access.
  func readCoordinated(
    from url: URL, keepingPlace keepsPlace: Bool = false, as operation: DocumentOperation
  ) throws {
    try operation.checkCancellation()
    try coordinate([.reading(url)], as: operation) { _, urls in
      let reading = Reading(operation, keepsPlace: keepsPlace)
      try Reading.run(reading) { try read(from: urls[0]) }
      guard !keepsPlace else { return }
      // An override that reads the item itself leaves no record of it.
      if reading.item == nil {
        locate(DocumentRecord.Item(), at: urls[0])
        noteItem(at: urls[0])
      }
      noteItemOfVersions(at: resolvedPath(of: fileURL))
    }
  }

  private func locate(_ item: DocumentRecord.Item, at url: URL) {
    record.withValues { values in
      values.fileURL = url
      values.item = item
      values.machine.deletion = nil
    }
  }

  /// `prepare` converts contents before they are loaded, off the document's isolation.
  package func readItem(
    at url: URL,
    preparing prepare: (DocumentContents, String?) throws -> Any = { contents, _ in contents.value }
  ) throws {
    guard url.isFileURL else { throw unsupportedScheme(of: url, .open) }
    let url = try recoverItem(at: url)
    let (read, item) = try itemReader(at: url).read()
    let contents = try prepare(read, item.type)
    guard let reading = Reading.current, reading.operation.document == ObjectIdentifier(self)
    else {
      // In a call from outside an operation (rule C15), the model belongs to the main actor.
      try onMainQueue { [self] in try load(fromContents: contents, ofType: item.type) }
      if url.leadsToSameItem(as: fileURL, in: environment.store) { record.item = item }
      return
    }
    try reading.operation.checkCancellation()
    try reading.operation.resumeAndWait { [self] in
      // The user has not requested this read: edits made while the item was read are kept (rule
      // I3).
      if reading.operation.yieldsToEdits, hasUnsavedChanges { throw EditedMeanwhile() }
      var item = item
      if let type = packageType(of: item) { item.type = type }
      try load(fromContents: contents, ofType: item.type)
      didLoad(item, from: url, in: reading)
    }
  }

  /// Runs in the document's isolation, in one turn: a save for a reader between the changes of
  /// contents and location would write the new contents to the old location.
  package func didLoad(_ item: DocumentRecord.Item, from url: URL, in reading: Reading) {
    reading.item = item
    if !reading.keepsPlace { locate(item, at: url) }
    becomeClean()
    reading.operation.hasLoaded = true
  }

  /// The type is used for a directory whose name and contents determine none.
  private func packageType(of item: DocumentRecord.Item) -> String? {
    guard item.identity?.kind == .directory, let found = types.type(item.type),
      let saving = types.type(savingFileType), saving != found, saving.conforms(to: .package),
      !found.conforms(to: .package)
    else { return nil }
    return saving.identifier
  }

  private func onMainQueue(_ work: @escaping () throws -> Void) throws {
    guard !MainQueue.isCurrent else { return try work() }
    try ResumptionContext.main.performAndWait(work)
  }

  package func itemReader(at url: URL) -> ItemReader {
    ItemReader(
      url, in: environment.store, types: types, detected: record.withValues { $0.detected }
    ) { [self] url in
      url == fileURL ? localizedName : url.itemName
    }
  }

  func noteItem(at url: URL) {
    guard url.isFileURL else { return }
    let item = itemReader(at: url).describe(readsContents: true)
    record.withValues { values in
      values.item.type = item?.type
      values.item.identity = item?.identity
      if let date = item?.modificationDate { values.item.modificationDate = date }
    }
  }

  /// Makes the current contents the saved state, and discards registrations made while loading.
  package func becomeClean() {
    withUndoManager { $0.removeAllActions() }
    undoActivity.isRecording = false
    record.withValues { $0.changes.reset() }
    autosaver.cancel()
  }
}

/// An error that reports an edit of the document while it read its item again by itself.
struct EditedMeanwhile: Error {}

extension Document {
  /// Loads the contents of another item, such as an older version or a copy in conflict; the
  /// document keeps its location.
  ///
  /// The document has unsaved changes until it is saved, even after an undo (rules I4, F13).
  ///
  /// - Parameter url: the item.
  /// - Throws: ``DocumentError`` or `CancellationError`; the document is then unchanged.
  public nonisolated(nonsending) func restore(fromContentsOf url: URL) async throws {
    try await completing(.revert) { startReverting(to: url, keepingPlace: true, $0) }
  }

  /// `keepsPlace`: the document keeps its location, whose item then differs from the contents.
  func startReverting(
    to url: URL, keepingPlace keepsPlace: Bool = false,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    let operation = makeReportingOperation()
    let isInPlace = url.leadsToSameItem(as: fileURL, in: environment.store)
    let call = DocumentCall(.revert(takesOver: keepsPlace), operation, .revert, completionHandler)
    call.url = url
    begin(call) { [self] call in
      accessFiles(as: operation) { [self] in
        // An earlier save may have moved the document.
        try readCoordinated(
          from: isInPlace ? fileURL : url, keepingPlace: keepsPlace, as: operation)
      } then: { [self] result in
        switch result {
        case .success:
          advance(
            .reverted(takesOver: keepsPlace, hasLoaded: operation.hasLoaded), in: call)
        case .failure(is EditedMeanwhile): advance(.yielded, in: call)
        case .failure(let error):
          call.url = isInPlace ? fileURL : url
          fail(call, error)
        }
      }
    }
  }

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
