internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFileWatching
internal import UTIFoundationBridge
internal import UniformFoundationAdditions

extension Document {
  /// Runs on the queue of file access; a document that changes its type gets another name if the
  /// new one is taken by another item (rule E7).
  ///
  /// `contents` go to the recovery location while the save waits for access to the item.
  func write(
    _ snapshot: SaveSnapshot, as operation: DocumentOperation,
    waitingWith contents: AccessWait.Contents? = nil
  ) throws {
    let writing = Writing(snapshot.plan, operation)
    try operation.checkCancellation()
    try refuseUnread(snapshot.plan)
    try refuseOtherKind(snapshot)
    if operation.isAutosave { try refuseTrashed(snapshot.plan) }
    var number = 1
    while true {
      do {
        try write(snapshot, as: writing, waitingWith: contents)
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

  /// Writes in a coordinated access; a save that moves the document announces the move (rule E6).
  private func write(
    _ snapshot: SaveSnapshot, as writing: Writing, waitingWith contents: AccessWait.Contents?
  ) throws {
    let moved = writing.plan.movesOriginal ? writing.plan.original : nil
    if record.item.identity?.kind == .directory { watching.pause() }
    defer { watching.resume() }
    try coordinate(
      (moved.map { [.writing($0, .forMoving)] } ?? []) + [.writing(writing.plan.url)],
      as: writing.operation, waitingWith: contents
    ) { coordinator, urls in
      if let moved { coordinator.item(at: moved, willMoveTo: writing.plan.url) }
      if moved == nil { writing.plan = follow(writing.plan, to: urls[0]) }
      try writeContents(of: snapshot, as: writing)
      if let moved {
        removeReplaced(moved, after: writing.outcome)
        coordinator.item(at: moved, didMoveTo: writing.plan.url)
      }
      if writing.plan.movesDocument {
        adopt(writing)
        // The save has compared the old package, so the state that it left is the known one.
        if let saved = writing.outcome?.identity, saved.kind == .directory {
          watching.acknowledge(saved: saved)
        }
      }
    }
  }

  func writeContents(of snapshot: SaveSnapshot, as writing: Writing) throws {
    try ProcessEnd.shared.running(codeOf: self, isTaking: false) {
      try Writing.run(writing) {
        try writeContents(
          snapshot.contents.value, andAttributes: snapshot.attributes,
          safelyTo: writing.plan.url, for: writing.plan.operation)
      }
    }
  }

  /// Follows an item that was moved while the save waited for access.
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
      values.machine.deletion = nil
      if let identity = outcome?.identity {
        values.item = DocumentRecord.Item(
          type: writing.plan.type, modificationDate: identity.modified.date, identity: identity)
      }
    }
    if outcome == nil {
      noteItem(at: writing.plan.url)
      record.withValues { $0.item.type = writing.plan.type }
    }
    // A new document may have the location of an item that was moved away and has older versions.
    if !preservesVersions, writing.plan.operation == .forOverwriting {
      noteItemOfVersions(at: outcome?.resolvedPath)
    }
  }

  /// The default of `writeContents` with a safe replacement.
  package func writeSafely(
    _ contents: Any, attributes: [AnyHashable: Any]?, to url: URL, for saveOperation: SaveOperation
  ) throws {
    guard url.isFileURL else { throw unsupportedScheme(of: url, .save) }
    let writing = Writing.current.flatMap { $0.belongs(to: self) ? $0 : nil }
    let makesNewItem = writing?.plan.makesNewItem ?? (saveOperation == .forCreating)
    let (isDeleted, identity) = record.withValues {
      ($0.machine.deletion == .announced, $0.item.identity)
    }
    let isOwnItem =
      writing?.plan.isInPlace ?? false || url.leadsToSameItem(as: fileURL, in: environment.store)
    // An item that was deleted or moved away is created again by an explicit save only (rule J10).
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
    writer.isForRecovery = AutosaveFolder.holds(url)
    let written = WrittenBytes()
    writer.examine = { [environment] in written.look(at: $0, $1, in: environment.store) }
    let path = try FilePath(of: url)
    let fileAttributes = FileAttributes(attributes ?? [:])
    let isKnown = isOwnItem && !makesNewItem && !overwritesChangesOnDisk && identity != nil
    // The compiler of Swift 6.3 fails to catch and throw this error in one function.
    func write(_ identity: FileIdentity?) throws(SafeWritingError) -> SaveOutcome {
      try writer.write(
        to: path,
        makesNewItem ? .create : isGoneForGood ? .overwrite : .createOrOverwrite,
        expecting: isKnown ? identity : nil,
        attributes: fileAttributes, superseding: superseded
      ) { temporaryPath in
        try WrittenBytes.run(written) {
          try writeContents(
            contents, to: URL(of: temporaryPath), for: saveOperation,
            originalContentsURL: original.flatMap { environment.store.exists($0) ? $0 : nil })
        }
        try writing?.operation.checkCancellation()
      }
    }
    var result = Result { () throws(SafeWritingError) in try write(identity) }
    // Another process has written the same contents.
    if case .failure(let error) = result, error.code == .changedOnDisk, superseded == nil,
      let equal = identityOfItem(withContents: .contents(contents))
    {
      result = Result { () throws(SafeWritingError) in try write(equal) }
    }
    if isOwnItem { noteVersions(after: result, at: path) }
    var outcome = try result.get()
    if isOwnItem, let place = outcome.itemStillOpen { awaitLateWriting(at: place) }
    if writer.isForRecovery, let failure = outcome.flushFailure { reportDoubtfulCopy(failure) }
    outcome.identity.contentDigest = written.digest(ofSize: outcome.identity.size)
    if let writing {
      writing.outcome = outcome
    } else if isOwnItem || makesNewItem {
      // An override of `save` writes the item itself, and it also reports the document's new
      // location.
      record.withValues { values in
        values.outcome = outcome
        values.item.identity = outcome.identity
        values.item.modificationDate = outcome.identity.modified.date
      }
    }
  }

  private func reportDoubtfulCopy(_ failure: FileStoreError) {
    environment.report(
      DocumentError(
        .system, .save, url: fileURL, errno: failure.errno, underlyingError: failure,
        message:
          "the autosaved changes are in \(failure.path), and a loss of power can discard them",
        remedy: "save the document to another file system"))
  }

  /// The default of `writeContents` for a temporary location.
  package func writeItem(_ contents: DocumentContents, to url: URL, originalContentsURL: URL?)
    throws
  {
    if Rendering.current?.take(contents, of: self) == true { return }
    let operation = Writing.current.flatMap { $0.belongs(to: self) ? $0.operation : nil }
    switch contents {
    case .data(let data):
      operation?.progress?.begin(total: data.count)
      try ByteProgress.observing(with: operation?.transfer) {
        try environment.store.write(data, toNewFileAt: FilePath(of: url))
      }
      WrittenBytes.current?.note(data)
    case .fileWrapper(let wrapper):
      operation?.progress?.begin(total: wrapper.byteCount)
      try ByteProgress.observing(with: operation?.transfer) {
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

  /// Refuses to replace an item that the document has never read, to keep its contents (rule D10).
  private func refuseUnread(_ plan: SavePlan) throws {
    guard !plan.mayReplaceUnread, record.item.identity == nil, plan.url.isFileURL,
      let original = plan.original, environment.store.exists(original)
    else { return }
    throw DocumentError(
      .notOpen, .save, url: plan.url, unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "\(localizedName) was never opened, and saving would erase the item",
      remedy: "open the document first, or save it for creating under another name")
  }

  /// A directory that was read by a file of the same name and type has contents unknown to the
  /// class.
  private func refuseOtherKind(_ snapshot: SaveSnapshot) throws {
    guard snapshot.plan.isInPlace, record.item.identity?.kind == .directory,
      case .data = DocumentContents(snapshot.contents.value)
    else { return }
    throw DocumentError(
      .wrongKind, .save, url: snapshot.plan.url,
      unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "\(localizedName) is a directory, and a file would replace it",
      remedy: "return a FileWrapper of a directory, or save under another name")
  }

  /// Keeps an item that another process has changed; `outcome` is the result of the safe writer,
  /// which has removed it; nil if an override has written the new one itself.
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

  /// Another program still has the item open for writing; runs on the queue of file access.
  func awaitLateWriting(at place: FilePath) {
    let document = WeakDocument(self)
    let watch =
      environment.watchesItems
      ? environment.watcher.watch(place) { _ in
        document.document?.fileAccess.perform {
          document.document?.settleLateWriting()
          document.document?.notifyOfVersions()
        }
      } : nil
    lateWriting.begin(place, watch)
    // The program may have closed it before the watch began.
    settleLateWriting()
  }

  /// Releases the items that were closed too (rule L11); runs on the queue of file access.
  func settleLateWriting() {
    for place in lateWriting.places {
      guard let name = place.lastComponent else { continue }
      let path = place.removingLastComponent().removingLastComponent().appending(name)
      let writer = SafeWriter(store: environment.store, options: environment.writingOptions)
      // The compiler of Swift 6.3 fails to catch and throw this error in one function.
      let result = Result { () throws(SafeWritingError) in try writer.recover(at: path) }
      if let report = try? result.get() {
        for kept in report.kept { keepLateWriting(kept, in: path) }
      }
      if !environment.store.exists(URL(of: place)) { lateWriting.end(place) }
    }
  }

  private func keepLateWriting(_ kept: FilePath, in path: FilePath) {
    guard preservesVersions, kept.lastComponent == path.lastComponent,
      let version = try? environment.versions.takeConflict(kept, of: path, type: record.item.type)
    else { return reportKept(kept, at: URL(of: path), .save) }
    record.withValues { $0.gainedVersions.append(version) }
  }

  /// Reports the location of contents that no item has.
  func reportKept(_ kept: FilePath, at url: URL, _ operation: DocumentError.Operation) {
    environment.report(
      DocumentError(
        .contentsRecovered, operation, url: url, unsavedContents: .file(kept),
        message: "a save that crashed, or a program that wrote into the old item after a"
          + " save, left contents without an item: \(kept)",
        remedy: "compare them with the document, and remove them"))
  }
}

/// The old items of a document's saves that other programs have open for writing, until late writes
/// are known.
package final class LateWriting: Sendable {
  private let watches = Mutex<[FilePath: FileWatch?]>([:])

  var places: [FilePath] { watches.withLock { Array($0.keys) } }

  func begin(_ place: FilePath, _ watch: FileWatch?) {
    watches.withLock { $0[place] = .some(watch) }
  }

  func end(_ place: FilePath) {
    // The watch is released outside the lock.
    _ = watches.withLock { $0.removeValue(forKey: place) }
  }

  /// Ends the watches; the next process that opens the item handles the rest.
  func end() {
    _ = watches.withLock { watches in
      defer { watches = [:] }
      return watches
    }
  }
}
