internal import Foundation

extension Document {
  func startSaving(
    to url: URL, for saveOperation: SaveOperation,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    let operation = makeOperation()
    // An earlier save that is still under way may move the document; in place stays in place.
    let isInPlace =
      saveOperation == .forOverwriting && url.leadsToSameItem(as: fileURL, in: environment.store)
    operations.begin(operation) { [self] in
      save(
        to: isInPlace ? { [self] in fileURL } : { url }, for: saveOperation, as: operation,
        completionHandler)
    }
  }

  /// Takes the contents where the caller is, in the order of rule D1, and sends them to be written.
  private func save(
    to url: @escaping () -> URL, for saveOperation: SaveOperation, as operation: DocumentOperation,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    guard !isUndoingOrRedoing else {
      // Half of an undo must not be saved (rule D20).
      operation.resume { [self] in
        save(to: url, for: saveOperation, as: operation, completionHandler)
      }
      return
    }
    withUndoManager { $0.endEvent() }
    let token = changeCountToken(for: saveOperation)
    do {
      let snapshot = try takeSnapshot(to: url(), for: saveOperation, movesDocument: true)
      performAsynchronousFileAccess { [self] in
        let result = Result { try write(snapshot, as: operation) }
        operation.resume { [self] in
          switch result {
          case .success:
            finishSaving(snapshot, token: token)
            finish(operation, completionHandler)
          case .failure(let error):
            fail(operation, .save, error, completionHandler)
          }
        }
      }
    } catch {
      fail(operation, .save, error, completionHandler)
    }
  }

  /// Asks for everything that a save writes.
  func takeSnapshot(
    to url: URL, for saveOperation: SaveOperation, type: String? = nil, movesDocument: Bool
  ) throws -> SaveSnapshot {
    let plan = SavePlan(
      to: url, for: saveOperation, type: type ?? savingFileType, of: self,
      movesDocument: movesDocument)
    let contents = try contents(forType: plan.type ?? "public.data")
    let attributes = try fileAttributesToWrite(to: plan.url, for: saveOperation)
    return try SaveSnapshot(plan: plan, contents: contents, attributes: attributes)
  }

  private func finishSaving(_ snapshot: SaveSnapshot, token: Any) {
    snapshot.package?.adopt()
    updateChangeCount(withToken: token, for: snapshot.plan.operation)
    let wasClosed = record.state.contains(.closed)
    changeState { $0.subtract([.closed, .savingError]) }
    if wasClosed { becomePresenter() }
  }
}

/// What a save writes, taken at one moment.
struct SaveSnapshot {
  let plan: SavePlan
  /// What `contents(forType:)` returned; a package is a copy that the model does not change.
  let contents: Any
  let attributes: [AnyHashable: Any]
  let package: PackageSnapshot?

  init(plan: SavePlan, contents: Any, attributes: [AnyHashable: Any]) throws {
    self.plan = plan
    self.attributes = attributes
    package = try (contents as? FileWrapper).map(PackageSnapshot.init)
    self.contents = package?.copy ?? contents
  }
}
