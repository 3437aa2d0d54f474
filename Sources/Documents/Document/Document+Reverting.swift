internal import Foundation

extension Document {
  func startReverting(to url: URL, _ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = makeOperation()
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
      performAsynchronousFileAccess { [self] in
        // A save that came before may have moved the document.
        let source = isInPlace ? fileURL : url
        let result = Result { try readCoordinated(from: source, as: operation) }
        operation.resume { [self] in
          if case .success = result { becomeClean() }
          enableEditing()
          switch result {
          case .success:
            changeState { $0.subtract([.editingDisabled, .savingError]) }
            finish(operation, completionHandler)
          case .failure(let error):
            if hasUnsavedChanges { autosaver.edited(self) }
            fail(operation, .revert, error, completionHandler) { $0.remove(.editingDisabled) }
          }
        }
      }
    }
  }
}
