public import Foundation
internal import FoundationAdditions
internal import SystemPackage
internal import UTIFoundationBridge

extension Document {
  func startSaving(
    to url: URL, for saveOperation: SaveOperation,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    let operation = makeReportingOperation()
    // An earlier save may still move the document; a save in place stays in place.
    let isInPlace =
      saveOperation == .forOverwriting && url.leadsToSameItem(as: fileURL, in: environment.store)
    // An item at the location of a draft belongs to another process.
    let saveOperation = isInPlace && isDraft ? .forCreating : saveOperation
    operations.begin(operation) { [self] in
      afterUndoEvent(as: operation) { [self] in
        // The previous save may have left nothing to save.
        if operation.isAutosave, isInPlace, saveOperation == .forOverwriting,
          !record.state.contains(.closed), !hasUnsavedChanges
        {
          return finish(operation, completionHandler)
        }
        save(
          to: isInPlace ? { [self] in fileURL } : { url }, for: saveOperation, as: operation,
          completionHandler)
      }
    }
  }

  /// Takes the contents in the caller's isolation, in the order of rule D1, and starts to write
  /// them.
  private func save(
    to url: @escaping () -> URL, for saveOperation: SaveOperation, as operation: DocumentOperation,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    // A half-finished undo must not be saved (rule D20).
    let isPostponed = undoActivity.postpone { [self] in
      operation.resume { [self] in
        save(to: url, for: saveOperation, as: operation, completionHandler)
      }
    }
    guard !isPostponed else { return }
    let token = changeCountToken(for: saveOperation)
    let state = record.withValues { $0.changes.current }
    do {
      let snapshot = try takeSnapshot(
        to: url(), for: saveOperation, type: operation.savingType, movesDocument: true)
      accessFiles(as: operation) { [self] in
        try write(snapshot, of: state, as: operation)
        record.withValues { $0.written = state }
      } then: { [self] result in
        switch result {
        case .success:
          snapshot.adopt()
          finishSaving(for: saveOperation, token: token)
          finish(operation, completionHandler)
        case .failure(let error):
          fail(operation, .save, error, completionHandler)
        }
      }
    } catch {
      fail(operation, .save, error, completionHandler)
    }
  }

  /// Takes everything that a save writes.
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

  /// Returns the type to save as: the type of the class's choice, else the type of the name.
  ///
  /// A name with an extension of another writable type selects that type. Otherwise the extension
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
    finishSaving(for: saveOperation, token: changeCountToken)
  }

  /// Notes that the class itself keeps every change in a folder, from which the next opening of the
  /// document takes it.
  ///
  /// - Parameter folder: The folder; nil if it keeps none.
  package final func noteOwnFolder(_ folder: URL?) {
    let folder = folder.flatMap { try? FilePath(of: $0) }
    record.withValues { $0.ownFolder = folder }
  }

  private func finishSaving(for saveOperation: SaveOperation, token: Any) {
    record.withValues { values in
      values.isDeleted = false
      values.isDraft = false
      values.obstacle = nil
      values.baseline = nil
    }
    dropAutosavedContents()
    updateChangeCount(withToken: token, for: saveOperation)
    let wasClosed = record.state.contains(.closed)
    changeState { $0.subtract([.closed, .savingError, .inConflict]) }
    notifyOfVersions()
    if wasClosed { becomePresenter() }
  }
}

/// The values that a save writes, taken at one moment.
struct SaveSnapshot {
  var plan: SavePlan
  /// The result of `contents(forType:)`; a package is a copy that the model does not change.
  let contents: DocumentContents
  let attributes: [AnyHashable: Any]
  let package: PackageSnapshot?

  init(plan: SavePlan, contents: DocumentContents, attributes: [AnyHashable: Any]) throws {
    self.plan = plan
    self.attributes = attributes
    var contents = contents
    if case .fileWrapper(let wrapper) = contents { contents = .written(as: wrapper) }
    if case .fileWrapper(let wrapper) = contents {
      let package = try PackageSnapshot(wrapper)
      self.package = package
      self.contents = .fileWrapper(package.copy)
    } else {
      package = nil
      self.contents = contents
    }
  }

  /// Notifies the model that the document's item has the snapshot.
  func adopt() {
    package?.adopt()
    if case .snapshot(let snapshot) = contents { snapshot.adopt() }
  }
}
