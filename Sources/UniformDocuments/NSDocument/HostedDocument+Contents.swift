internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

extension HostedDocument {
  func attributesToWrite(
    to url: URL, for saveOperation: SaveOperation
  ) throws -> [AnyHashable: Any] {
    let kind = HostedSaving.kind(of: saveOperation)
    let typeName = DocumentOperation.current?.savingType ?? record.item.type ?? "public.data"
    let original = saveOperation == .forCreating ? nil : existing(url)
    let attributes = try onMainActor(as: DocumentOperation.current) { [client] in
      try UncheckedSendableBox(
        client?.fileAttributesToWrite(
          to: url, ofType: typeName, for: kind, originalContentsURL: original) ?? [:])
    }.value
    return Dictionary(
      uniqueKeysWithValues: attributes.map {
        (AnyHashable(FileAttributeKey(rawValue: $0.key)), $0.value)
      })
  }

  /// Takes the contents of a client that does not write itself.
  @MainActor func takeFileWrapper(ofType typeName: String) throws -> FileWrapper {
    guard let client else { throw missingOverride("data(ofType:)", .save) }
    return try client.fileWrapper(ofType: typeName)
  }

  /// Runs on the queue of file access; writes on the main actor unless the client permits another.
  func writeHosted(
    _ contents: Any, _ attributes: [AnyHashable: Any]?, safelyTo url: URL,
    for saveOperation: SaveOperation
  ) throws {
    guard let client, case .other(let contents as HostedContents) = DocumentContents(contents)
    else { throw missingOverride("data(ofType:)", .save) }
    let saving = HostedSaving(attributes: attributes, saveOperation: saveOperation)
    let writing = Writing.current
    let kind = kind(of: writing, saveOperation)
    let isElsewhere = try onMainActor(as: writing?.operation) {
      try HostedSaving.run(saving) {
        try Writing.run(writing) {
          let typeName = contents.typeName
          guard !client.canAsynchronouslyWrite(to: url, ofType: typeName, for: kind) else {
            return true
          }
          try client.writeSafely(to: url, ofType: typeName, for: kind)
          return false
        }
      }
    }
    guard isElsewhere else { return }
    try HostedSaving.run(saving) {
      try client.writeSafely(to: url, ofType: contents.typeName, for: kind)
    }
  }

  /// The default of the client's `writeSafely(to:ofType:for:)`.
  func writeSafely(
    to url: URL, ofType typeName: String, for kind: NSDocument.SaveOperationType
  ) throws {
    let saving = HostedSaving.current
    try writeSafely(
      HostedContents(typeName: typeName), attributes: saving?.attributes, to: url,
      for: saving?.saveOperation ?? .forOverwriting)
  }

  /// Writes to a temporary location through the client, on the main actor.
  func writeHosted(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, _ originalContentsURL: URL?
  ) throws {
    guard let client, case .other(let contents as HostedContents) = DocumentContents(contents)
    else { throw missingOverride("data(ofType:)", .save) }
    let (writing, written) = (Writing.current, WrittenBytes.current)
    let saving = HostedSaving.current ?? HostedSaving(attributes: nil, saveOperation: saveOperation)
    let kind = kind(of: writing, saveOperation)
    try onMainActor(as: writing?.operation) {
      saving.originalContentsURL = originalContentsURL
      try HostedSaving.run(saving) {
        try Writing.run(writing) {
          try WrittenBytes.run(written) {
            try client.write(
              to: url, ofType: contents.typeName, for: kind,
              originalContentsURL: originalContentsURL)
          }
        }
      }
    }
  }

  /// Writes the client's contents into memory.
  @MainActor func renderNow() throws -> TakenContents {
    guard let client else { throw missingOverride("data(ofType:)", .save) }
    let typeName = savingFileType ?? "public.data"
    let rendition = try rendering { url in
      let saving = HostedSaving(attributes: nil, saveOperation: .forOverwriting)
      try HostedSaving.run(saving) {
        try client.write(to: url, ofType: typeName, for: .saveToOperation, originalContentsURL: nil)
      }
    }
    guard rendition.isDirectory else { return .rendition(rendition) }
    return .rendition(try PackageSnapshot(rendition).copy)
  }

  /// Writes a file wrapper of the client: to a free location during a save, and safely otherwise.
  @MainActor func write(_ wrapper: FileWrapper, to url: URL) throws {
    let contents = DocumentContents.written(as: wrapper)
    if let saving = HostedSaving.current, !environment.store.exists(url) {
      return try writeItem(contents, to: url, originalContentsURL: saving.originalContentsURL)
    }
    try wrapping(.export, url) {
      _ = try SafeWriter(store: environment.store, options: environment.writingOptions).write(
        to: FilePath(of: url), .createOrOverwrite
      ) { path in
        try writeItem(contents, to: URL(of: path), originalContentsURL: existing(url))
      }
    }
  }

  private func kind(
    of writing: Writing?, _ saveOperation: SaveOperation
  ) -> NSDocument.SaveOperationType {
    guard let writing else { return HostedSaving.kind(of: saveOperation) }
    let kind = HostedSaving.kind(of: saveOperation, in: writing.operation)
    guard !writing.plan.movesDocument, !kind.isCopy else { return kind }
    return .autosaveElsewhereOperation
  }

  private func existing(_ url: URL) -> URL? { environment.store.exists(url) ? url : nil }

  /// Prepares to read an item, as a document that was not opened yet.
  func becomeUnread(at url: URL, ofType typeName: String) {
    resignPresenter()
    record.withValues { values in
      values.fileURL = url
      values.item = DocumentRecord.Item(type: typeName)
      values.isDraft = false
      values.machine.flags = .closed
      values.machine.hasBeenOpen = false
    }
    if Self.isUntitled(url, in: environment) { becomeUntitled(at: url) }
    forgetNumber()
  }

  /// Opens the item at once, without coordinating the access.
  @MainActor func openNow(at url: URL, ofType typeName: String) throws {
    let item = try wrapping(.open, url) { try readNow(from: url, ofType: typeName) }
    record.withValues { values in
      values.fileURL = url
      values.item = item
      values.isDraft = false
    }
    lookForObstacle()
    becomeClean()
    takeBaseline()
    forgetNumber()
  }

  /// Opens an item, or loads contents from another location as unsaved changes.
  @MainActor func openNow(at place: URL?, contentsOf url: URL, ofType typeName: String) throws {
    if place == url { return try openNow(at: url, ofType: typeName) }
    try takeOver(contentsOf: url, ofType: typeName, for: place)
    client?.updateChangeCount(.changeReadOtherContents)
  }

  /// `place` is nil if the user has not chosen a location.
  @MainActor private func takeOver(contentsOf url: URL, ofType typeName: String, for place: URL?)
    throws
  {
    let item = try wrapping(.open, url) { try readNow(from: url, ofType: typeName) }
    record.withValues { $0.item = DocumentRecord.Item(type: item.type) }
    becomeClean()
    if let place {
      let known = itemReader(at: place).describe()
      record.withValues { values in
        values.fileURL = place
        values.item = known ?? values.item
        values.item.type = typeName
        values.isDraft = known == nil
      }
      forgetNumber()
    } else {
      renameUntitled()
    }
  }

  /// The contents read during a save count as a change, because the future contents of the item are
  /// unknown.
  @MainActor func revertNow(to url: URL, ofType typeName: String) throws {
    let item = try wrapping(.revert, url) { try readNow(from: url, ofType: typeName) }
    becomeClean()
    guard savesUnderWay == 0, !isUntitled,
      url.leadsToSameItem(as: fileURL, in: environment.store)
    else {
      record.withValues { $0.item.type = typeName }
      client?.updateChangeCount(.changeReadOtherContents)
      return
    }
    record.withValues { values in
      values.item = item
      values.machine.deletion = nil
      values.isDraft = false
    }
    // An autosave may be in progress, so the removal runs after it on the queue of file access.
    accessFilesLater { if !$0.hasUnsavedChanges { $0.removeAutosavedContents() } }
    takeBaseline()
    advance(.resolvedConflict)
  }

  @MainActor private func readNow(
    from url: URL, ofType typeName: String
  ) throws -> DocumentRecord.Item {
    try read(HostedReading(url.isFileURL ? recoverItem(at: url) : url), ofType: typeName)
  }

  /// Returns the item, with the given type.
  @MainActor private func read(
    _ reading: HostedReading, ofType typeName: String
  ) throws -> DocumentRecord.Item {
    guard let client else { throw CancellationError() }
    let reader = itemReader(at: reading.url)
    let before = reading.url.isFileURL ? reader.describe()?.identity : nil
    try HostedReading.run(reading) {
      try client.read(from: reading.url, ofType: typeName)
    }
    // An override that reads the item itself leaves no record of it.
    var item =
      reading.item ?? (reading.url.isFileURL ? reader.describe(readsContents: true) : nil)
      ?? DocumentRecord.Item()
    item.type = typeName
    if reading.item == nil, let before, let after = item.identity,
      before.difference(to: after) == .contents
    {
      throw DocumentError(
        .changedWhileReading, .open, url: reading.url,
        message: "\(reading.url.itemName) was changed while it was read",
        remedy: "wait until the writing process has finished, and open it again")
    }
    return item
  }

  /// Reads for opening or reverting a ``Document``; runs on the queue of file access.
  func readHosted(from url: URL) throws {
    let url = url.isFileURL ? try recoverItem(at: url) : url
    let reading = Reading.current.flatMap {
      $0.operation.document == ObjectIdentifier(self) ? $0 : nil
    }
    let typeName = record.item.type ?? types.identifier(forName: url) ?? "public.data"
    let document = UncheckedSendableBox(self)
    let readsElsewhere = try onMainActor(as: reading?.operation) { [client] in
      client.map { type(of: $0).canConcurrentlyReadDocuments(ofType: typeName) } ?? false
    }
    let hosted: HostedReading
    if readsElsewhere, url.isFileURL {
      let (contents, item) = try itemReader(at: url).read()
      hosted = HostedReading(url, contents: contents, item: item)
    } else {
      hosted = HostedReading(url)
    }
    try reading?.operation.checkCancellation()
    try onMainActor(as: reading?.operation) {
      let item = try document.value.read(hosted, ofType: typeName)
      if let reading { document.value.didLoad(item, from: url, in: reading) }
    }
  }

  /// Returns the contents of an item: those already read, or else a file wrapper.
  @MainActor func contents(ofItemAt url: URL) throws -> FileWrapper {
    let reading = HostedReading.current.flatMap { $0.url == url ? $0 : nil }
    var contents = reading?.contents
    if contents == nil {
      let read = try itemReader(at: url).read()
      contents = read.contents
      reading?.item = read.item
    }
    let bytes: Data
    switch contents {
    case .fileWrapper(let wrapper): return wrapper
    case .data(let data): bytes = data
    case .snapshot, .other, nil: bytes = Data()
    }
    let wrapper = FileWrapper(regularFileWithContents: bytes)
    wrapper.filename = url.itemName
    wrapper.preferredFilename = url.itemName
    return wrapper
  }

  func wrapping<Result>(
    _ operation: DocumentError.Operation, _ url: URL, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw DocumentError.wrapping(error, operation, self, url: url).ofClient
    }
  }

  func onMainActor<Result: Sendable>(
    as operation: DocumentOperation?, _ body: @escaping @MainActor () throws -> Result
  ) throws -> Result {
    let body = UncheckedSendableBox(body)
    let work: () throws -> Result = {
      try MainActor.assumeIsolated { try body.value() }
    }
    guard !MainQueue.isCurrent else { return try work() }
    guard let operation else { return try ResumptionContext.main.performAndWait(work) }
    return try operation.resumeAndWait(work)
  }
}

extension Error {
  /// The error for clients of an ``NSDocument``, who receive the errors of their class unchanged.
  var ofClient: any Error {
    guard let error = self as? DocumentError, error.code == .documentClass,
      let underlying = error.underlyingError
    else { return self }
    return underlying
  }
}
