public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

extension Document {
  package func startSaving(
    to url: URL, for saveOperation: SaveOperation,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    let operation = makeReportingOperation()
    // An earlier save may still move the document; a save in place stays in place.
    let isInPlace =
      saveOperation == .forOverwriting && url.leadsToSameItem(as: fileURL, in: environment.store)
    // An item at the location of a draft belongs to another process.
    let saveOperation = isInPlace && isDraft ? .forCreating : saveOperation
    let call = DocumentCall(
      .save(
        isOptional: operation.isAutosave && isInPlace && saveOperation == .forOverwriting),
      operation, .save, completionHandler)
    call.saveOperation = saveOperation
    call.access = { [self] call in
      save(to: isInPlace ? { [self] in fileURL } : { url }, in: call)
    }
    operations.begin(operation) { [self] in
      afterUndoEvent(as: operation) { [self] in advance(.begin(call.kind), in: call) }
    }
  }

  /// Takes the contents in the caller's isolation, in the order of rule D1.
  private func save(to url: @escaping () -> URL, in call: DocumentCall) {
    guard let operation = call.operation else { return }
    // A half-finished undo must not be saved (rule D20).
    let isPostponed = undoActivity.postpone { [self] in
      operation.resume { [self] in save(to: url, in: call) }
    }
    guard !isPostponed else { return }
    call.token = changeCountToken(for: call.saveOperation)
    let state = record.withValues { $0.changes.current }
    do {
      let snapshot = try takeSnapshot(
        to: url(), for: call.saveOperation, type: operation.savingType, movesDocument: true)
      accessFiles(as: operation) { [self] in
        try write(snapshot, of: state, as: operation)
        record.withValues { $0.machine.written = state }
      } then: { [self] result in
        switch result {
        case .success:
          snapshot.adopt()
          advance(.saved(ends: true), in: call)
        case .failure(let error): fail(call, error)
        }
      }
    } catch {
      fail(call, error)
    }
  }

  func takeSnapshot(
    to url: URL, for saveOperation: SaveOperation, type: String? = nil, movesDocument: Bool
  ) throws -> SaveSnapshot {
    let plan = try SavePlan(
      to: url, for: saveOperation, type: type ?? typeToSave(to: url), of: self,
      movesDocument: movesDocument)
    let contents = DocumentContents(
      try ProcessEnd.shared.running(codeOf: self, isTaking: true) {
        try self.contents(forType: plan.type ?? "public.data")
      })
    let attributes = try fileAttributesToWrite(to: plan.url, for: saveOperation)
    return try SaveSnapshot(plan: plan, contents: contents, attributes: attributes)
  }

  /// A name with an extension of another writable type selects that type: otherwise the extension
  /// would become a part of the name, and the contents would have an unexpected type.
  private func typeToSave(to url: URL) -> String? {
    let own = savingFileType
    guard own == fileType, !environment.writableTypes.isEmpty else { return own }
    let endings = SavingName.endings(of: url.itemName)
    guard types.type(own)?.filenameExtensions.isDisjoint(with: endings) ?? true else { return own }
    return endings.lazy.compactMap { [self] ending in
      environment.writableTypes.first {
        types.type($0)?.filenameExtensions.contains(ending) ?? false
      }
    }.first ?? own
  }

  /// Records a save by an override of ``save(to:for:completionHandler:)`` that does not call super
  /// (rule D15).
  ///
  /// Call it before the completion handler, in the isolation of that handler.
  ///
  /// - Parameters:
  ///   - url: the document's current location.
  ///   - type: the identifier of its type; nil for the type of the item.
  ///   - saveOperation: the kind of save.
  ///   - changeCountToken: the value that ``changeCountToken(for:)`` returned when the contents
  ///     were taken.
  public func didSave(
    to url: URL, ofType type: String? = nil, for saveOperation: SaveOperation,
    changeCountToken: Any
  ) {
    record.fileURL = url
    noteItem(at: url)
    if let type { record.withValues { $0.item.type = type } }
    let call = DocumentCall(token: changeCountToken)
    call.saveOperation = saveOperation
    advance(.saved(ends: false), in: call)
  }

  /// The next opening of the document takes changes from it; nil if the class keeps no folder.
  package final func noteOwnFolder(_ folder: URL?) {
    let folder = folder.flatMap { try? FilePath(of: $0) }
    record.withValues { $0.ownFolder = folder }
  }
}

extension SavePlan {
  /// The document's extension for the type is read once.
  ///
  /// - Throws: ``DocumentError`` if the document's extension is invalid.
  package init(
    to url: URL, for operation: Document.SaveOperation, type: String?, of document: Document,
    movesDocument: Bool
  ) throws {
    let current = document.fileURL
    let filenameExtension = try document.filenameExtension(forType: type, operation)
    let isInPlace =
      operation == .forOverwriting
      && url.leadsToSameItem(as: current, in: document.environment.store)
    let oldType = document.fileType
    // An item that was saved under a name keeps it; only a new type requires a new name.
    var destination = url
    if url.isFileURL, !isInPlace || type != oldType {
      let naming = SavingName(
        filenameExtension: filenameExtension, savingType: type, oldType: oldType,
        types: document.types)
      destination = url.replacingName(by: naming.name(for:))
    }
    let movesOriginal = isInPlace && destination != url
    self.init(
      url: destination, createsItem: operation == .forCreating, type: type,
      original: operation == .forOverwriting ? url : nil, movesOriginal: movesOriginal,
      isInPlace: isInPlace && !movesOriginal, movesDocument: movesDocument,
      mayReplaceUnread: !document.record.state.contains(.closed) || !isInPlace)
  }

  var operation: Document.SaveOperation { createsItem ? .forCreating : .forOverwriting }
}

extension Document {
  /// Returns the extension from the document class, without a leading period.
  fileprivate func filenameExtension(
    forType type: String?, _ operation: SaveOperation
  ) throws -> String {
    let given = fileNameExtension(forType: type, saveOperation: operation)
    let filenameExtension = String(given.drop { $0 == "." })
    guard filenameExtension.contains(where: { "/\0".contains($0) }) else {
      return filenameExtension
    }
    throw DocumentError(
      .invalidName, .save, url: fileURL, unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "fileNameExtension(forType:saveOperation:) gave \"\(given)\", which is no extension",
      remedy: "return one without a slash or a null character")
  }
}
