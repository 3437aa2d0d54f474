internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension Document {
  /// Writes a snapshot and takes over what is known of the new item.
  ///
  /// Runs on the queue of file access. Under a name that is taken by somebody else, a document that
  /// changes its type goes by another one (rule E7).
  func write(_ snapshot: SaveSnapshot, as operation: DocumentOperation) throws {
    let writing = Writing(snapshot.plan, operation)
    try operation.checkCancellation()
    try refuseUnread(snapshot.plan)
    if operation.isAutosave { try refuseTrashed(snapshot.plan) }
    var number = 1
    while true {
      do {
        try write(snapshot, as: writing)
        break
      } catch let error as SafeWritingError
        where error.code == .alreadyExists && snapshot.plan.movesOriginal && number < 1000
      {
        number += 1
        writing.plan = snapshot.plan.numbered(
          number,
          filenameExtension: types.filenameExtension(
            of: snapshot.plan.url, ofType: snapshot.plan.type))
      }
    }
  }

  /// Writes when nobody else uses the place; what moves the document says so (rule E6).
  private func write(_ snapshot: SaveSnapshot, as writing: Writing) throws {
    let moved = writing.plan.movesOriginal ? writing.plan.original : nil
    try coordinate(
      (moved.map { [.writing($0, .forMoving)] } ?? []) + [.writing(writing.plan.url)],
      as: writing.operation
    ) { coordinator, urls in
      if let moved { coordinator.item(at: moved, willMoveTo: writing.plan.url) }
      if moved == nil { writing.plan = follow(writing.plan, to: urls[0]) }
      try Writing.$current.withValue(writing) {
        try writeContents(
          snapshot.contents.value, andAttributes: snapshot.attributes,
          safelyTo: writing.plan.url, for: writing.plan.operation)
      }
      if let moved {
        removeReplaced(moved, after: writing.outcome)
        coordinator.item(at: moved, didMoveTo: writing.plan.url)
      }
      if writing.plan.movesDocument { adopt(writing) }
    }
  }

  /// Follows an item that was moved while the save waited for it.
  private func follow(_ plan: SavePlan, to url: URL) -> SavePlan {
    guard plan.operation == .forOverwriting, url != plan.url else { return plan }
    if plan.url == fileURL { follow(to: url) }
    var plan = plan
    plan.url = url
    return plan
  }

  private func adopt(_ writing: Writing) {
    let outcome = writing.outcome
    record.withValues { values in
      values.fileURL = writing.plan.url
      values.outcome = outcome
      values.isDeleted = false
      if let identity = outcome?.identity {
        values.item = DocumentRecord.Item(
          type: writing.plan.type, modificationDate: identity.modified.date, identity: identity)
      }
    }
    if outcome == nil {
      noteItem(at: writing.plan.url)
      record.withValues { $0.item.type = writing.plan.type }
    }
    // A new document may have a place that the item of older versions has left by hand.
    if !preservesVersions, writing.plan.operation == .forOverwriting { noteItemOfVersions() }
  }

  /// The default of the safe form of `writeContents`.
  func writeSafely(
    _ contents: Any, attributes: [AnyHashable: Any]?, to url: URL, for saveOperation: SaveOperation
  ) throws {
    guard url.isFileURL else { throw unsupportedScheme(of: url, .save) }
    let writing = Writing.current.flatMap { $0.belongs(to: self) ? $0 : nil }
    let makesNewItem = writing?.plan.makesNewItem ?? (saveOperation == .forCreating)
    let (isDeleted, identity) = record.withValues { ($0.isDeleted, $0.item.identity) }
    let isOwnItem =
      writing?.plan.isInPlace ?? false || url.leadsToSameItem(as: fileURL, in: environment.store)
    // What somebody has deleted or moved away comes back on purpose only (rule J10).
    let isAutosave = writing?.operation.isAutosave == true
    let isGoneForGood = isOwnItem && (isDeleted || isAutosave && identity != nil)
    let original = saveOperation == .forCreating ? nil : (writing?.plan.original ?? url)
    let superseded = try writing.flatMap { $0.plan.movesOriginal ? $0.plan.original : nil }.map {
      SafeWriter.SupersededItem(
        path: try FilePath(of: $0), identity: overwritesChangesOnDisk ? nil : identity)
    }
    try recoverPlace(of: url)
    settleLateWriting()
    var writer = SafeWriter(store: environment.store, options: environment.writingOptions)
    if isOwnItem { writer.keeping = versionKeeping }
    writer.marksCompletion = AutosaveFolder.holds(url)
    let written = WrittenBytes()
    let path = try FilePath(of: url)
    let fileAttributes = FileAttributes(attributes ?? [:])
    // The compiler of Swift 6.3 fails on catching and throwing this error in one function.
    let result = Result { () throws(SafeWritingError) in
      try writer.write(
        to: path,
        makesNewItem ? .create : isGoneForGood ? .overwrite : .createOrOverwrite,
        expecting: isOwnItem && !makesNewItem && !overwritesChangesOnDisk ? identity : nil,
        attributes: fileAttributes, superseding: superseded
      ) { temporaryPath in
        try WrittenBytes.$current.withValue(written) {
          try writeContents(
            contents, to: URL(of: temporaryPath), for: saveOperation,
            originalContentsURL: original.flatMap { environment.store.exists($0) ? $0 : nil })
        }
        written.look(at: FileLocation(temporaryPath), in: environment.store)
        try writing?.operation.checkCancellation()
      }
    }
    if isOwnItem { noteVersions(after: result, at: path) }
    var outcome = try result.get()
    if isOwnItem, let place = outcome.itemStillOpen { awaitLateWriting(at: place) }
    outcome.identity.contentDigest = written.digest(ofSize: outcome.identity.size)
    if let writing {
      writing.outcome = outcome
    } else if isOwnItem || makesNewItem {
      // An override of `save` that writes by itself; it says itself where the document is.
      record.withValues { values in
        values.outcome = outcome
        values.item.identity = outcome.identity
        values.item.modificationDate = outcome.identity.modified.date
      }
    }
  }

  /// The default of the form of `writeContents` that writes at a temporary place.
  func writeItem(_ contents: DocumentContents, to url: URL, originalContentsURL: URL?) throws {
    if Rendering.current?.take(contents, of: self) == true { return }
    let operation = Writing.current.flatMap { $0.belongs(to: self) ? $0.operation : nil }
    switch contents {
    case .data(let data):
      operation?.progress?.begin(total: data.count)
      try Transfer.$current.withValue(operation?.transfer) {
        try environment.store.write(data, toNewFileAt: FilePath(of: url))
      }
      WrittenBytes.current?.note(data)
    case .fileWrapper(let wrapper):
      operation?.progress?.begin(total: wrapper.byteCount)
      try Transfer.$current.withValue(operation?.transfer) {
        try wrapper.write(
          to: url, options: .withNameUpdating, originalContentsURL: originalContentsURL,
          store: environment.store, mapsFiles: false)
      }
    case .snapshot, .other:
      throw DocumentError(
        .contentsNotWritable, .save, url: fileURL,
        unsavedContents: hasUnsavedChanges ? .inMemory : .none,
        message: "\(type(of: self)) returned contents of type \(type(of: contents.value)) for "
          + "\(savingFileType ?? "no type"), and only Data and FileWrapper are supported",
        remedy: "return Data or a FileWrapper, or override "
          + "writeContents(_:to:for:originalContentsURL:)")
    }
  }

  /// Refuses to replace an item that the document never read: it would be erased (rule D10).
  private func refuseUnread(_ plan: SavePlan) throws {
    guard !plan.mayReplaceUnread, record.item.identity == nil, plan.url.isFileURL,
      let original = plan.original, environment.store.exists(original)
    else { return }
    throw DocumentError(
      .notOpen, .save, url: plan.url, unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "\(localizedName) was never opened, and saving would erase the item",
      remedy: "open the document first, or save it for creating under another name")
  }

  /// Sees to it that the item is gone that a new one of another type stands for now, unless
  /// somebody has changed it.
  ///
  /// - Parameter outcome: what the safe writer did, which has removed it; nil where an override has
  ///   written by itself.
  private func removeReplaced(_ url: URL, after outcome: SaveOutcome?) {
    guard let path = try? FilePath(of: url) else { return }
    var failure: FileStoreError?
    if let outcome {
      guard outcome.leftovers.contains(path) else { return }
    } else {
      do {
        let store = environment.store
        let found = try FileIdentity(of: FileLocation(path), in: store)
        guard record.item.identity.map({ $0.difference(to: found) != .contents }) ?? false else {
          return
        }
        return try store.removeTree(at: FileLocation(path))
      } catch {
        failure = error
      }
    }
    environment.report(
      DocumentError(
        .system, .save, url: url, errno: failure?.errno, underlyingError: failure,
        message: "the document has a new name, and its old item could not be removed",
        remedy: "remove it by hand"))
  }
}

/// A save under way, for the defaults of `writeContents` to know its plan and leave their findings.
final class Writing: @unchecked Sendable {
  @TaskLocal static var current: Writing?

  let operation: DocumentOperation
  // Only the queue of file access touches what follows, which is why unchecked is safe.
  var plan: SavePlan
  var outcome: SaveOutcome?

  init(_ plan: SavePlan, _ operation: DocumentOperation) {
    self.plan = plan
    self.operation = operation
  }

  func belongs(to document: Document) -> Bool {
    operation.document == ObjectIdentifier(document)
  }
}
