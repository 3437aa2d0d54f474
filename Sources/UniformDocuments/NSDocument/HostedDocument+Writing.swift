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
}
