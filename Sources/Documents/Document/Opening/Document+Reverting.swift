public import Foundation

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

  /// Starts to read the document again.
  ///
  /// - Parameter keepsPlace: whether the document keeps its location, whose item then differs from
  ///   the contents.
  func startReverting(
    to url: URL, keepingPlace keepsPlace: Bool = false,
    _ completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    let operation = makeReportingOperation()
    let isInPlace = url.leadsToSameItem(as: fileURL, in: environment.store)
    operations.begin(operation) { [self] in
      guard !record.state.contains(.closed) else {
        let error = DocumentError(
          .notOpen, .revert, url: url, message: "\(localizedName) is not open",
          remedy: "open the document first")
        fail(operation, .revert, error, completionHandler)
        return
      }
      autosaver.cancel()
      changeState { $0.insert(.editingDisabled) }
      disableEditing()
      accessFiles(as: operation) { [self] in
        // An earlier save may have moved the document.
        try readCoordinated(
          from: isInPlace ? fileURL : url, keepingPlace: keepsPlace, as: operation)
      } then: { [self] result in
        if case .success = result {
          if !operation.hasLoaded { becomeClean() }
          takeBaseline()
          if keepsPlace {
            recordOtherContents()
          } else {
            dropAutosavedContents()
          }
        }
        enableEditing()
        switch result {
        case .success:
          changeState {
            $0.subtract([.editingDisabled, .savingError])
            if !keepsPlace { $0.remove(.inConflict) }
          }
          finish(operation, completionHandler)
        case .failure(is EditedMeanwhile):
          changeState {
            $0.remove(.editingDisabled)
            $0.insert(.inConflict)
          }
          autosaver.edited(self)
          operations.end()
          completionHandler?(false)
        case .failure(let error):
          if hasUnsavedChanges { autosaver.edited(self) }
          fail(
            operation, .revert, error, completionHandler, at: isInPlace ? fileURL : url,
            keepsState: keepsPlace
          ) { $0.remove(.editingDisabled) }
        }
      }
    }
  }
}
