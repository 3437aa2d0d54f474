internal import Foundation
internal import FoundationAdditions

extension Document {
  func startOpening(_ completionHandler: (@Sendable (Bool) -> Void)?) {
    let operation = makeReportingOperation()
    operations.begin(operation, waitsForClosing: true) { [self] in
      guard documentState.contains(.closed) else {
        finish(operation, completionHandler)
        return
      }
      accessFiles(as: operation) { [self] in
        if !isDraft { try readCoordinated(from: fileURL, as: operation) }
        lookForObstacle()
        return hasUnresolvedConflicts
      } then: { [self] result in
        switch result {
        case .success(let isInConflict):
          becomeClean()
          takeBaseline()
          dropAutosavedContents()
          record.withValues { $0.hasLookedForWritablePlace = false }
          changeState { $0 = isInConflict ? .inConflict : [] }
          becomePresenter()
          whenWatching(as: operation) { [self] in finish(operation, completionHandler) }
        case .failure(let error):
          fail(operation, .open, error, completionHandler)
        }
      }
    }
  }

  /// Reads through the overridable function, and records the item.
  ///
  /// Runs on the queue of file access.
  ///
  /// - Parameter keepsPlace: whether the document keeps its location.
  func readCoordinated(
    from url: URL, keepingPlace keepsPlace: Bool = false, as operation: DocumentOperation
  ) throws {
    try operation.checkCancellation()
    try coordinate([.reading(url)], as: operation) { _, urls in
      let reading = Reading(operation, keepsPlace: keepsPlace)
      try Reading.$current.withValue(reading) { try read(from: urls[0]) }
      guard !keepsPlace else { return }
      // An override that reads the item itself leaves no record of it.
      if reading.item == nil {
        locate(DocumentRecord.Item(), at: urls[0])
        noteItem(at: urls[0])
      }
      noteItemOfVersions()
    }
  }

  /// Records the item that the contents were read from.
  fileprivate func locate(_ item: DocumentRecord.Item, at url: URL) {
    record.withValues { values in
      values.fileURL = url
      values.item = item
      values.isDeleted = false
    }
  }

  /// The default of `read(from:)`.
  ///
  /// - Parameter prepare: converts contents before they are loaded, off the document's isolation.
  func readItem(
    at url: URL,
    preparing prepare: (DocumentContents, String?) throws -> Any = { contents, _ in contents.value }
  ) throws {
    guard url.isFileURL else { throw unsupportedScheme(of: url, .open) }
    let url = try recoverItem(at: url)
    let (read, item) = try ItemReader(document: self, url: url).read()
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
      try load(fromContents: contents, ofType: item.type)
      reading.didLoad(item, from: url, into: self)
    }
  }

  private func onMainQueue(_ work: @escaping () throws -> Void) throws {
    guard !MainQueue.isCurrent else { return try work() }
    try ResumptionContext.main.performAndWait(work)
  }

  /// Records the item that an override has read or written.
  func noteItem(at url: URL) {
    guard url.isFileURL else { return }
    let item = ItemReader(document: self, url: url).describe()
    record.withValues { values in
      values.item.type = item?.type
      values.item.identity = item?.identity
      if let date = item?.modificationDate { values.item.modificationDate = date }
    }
  }

  /// Makes the current contents the saved state, and discards registrations made while loading.
  func becomeClean() {
    withUndoManager { $0.removeAllActions() }
    undoActivity.isRecording = false
    record.withValues { $0.changes.reset() }
    autosaver.cancel()
  }
}

/// An error that reports an edit of the document while it read its item again by itself.
struct EditedMeanwhile: Error {}

/// A read in progress, in which the default of `read(from:)` finds its caller and stores its
/// results.
final class Reading: @unchecked Sendable {
  @TaskLocal static var current: Reading?

  let operation: DocumentOperation
  /// True if the document keeps its location.
  let keepsPlace: Bool
  // The queue of file access uses the following property, and waits while the document's isolation
  // does, which is why unchecked is safe.
  private(set) var item: DocumentRecord.Item?

  init(_ operation: DocumentOperation, keepsPlace: Bool = false) {
    self.operation = operation
    self.keepsPlace = keepsPlace
  }

  /// Records loaded contents as the saved state; runs in the document's isolation.
  ///
  /// Contents, location and change count change in one turn. A save for a reader between them would
  /// write the new contents to the old location.
  func didLoad(_ item: DocumentRecord.Item, from url: URL, into document: Document) {
    self.item = item
    if !keepsPlace { document.locate(item, at: url) }
    document.becomeClean()
    operation.hasLoaded = true
  }
}
