internal import SystemPackage

/// One save, from looking at the place to the outcome.
///
/// Every step either succeeds or throws with nothing changed that the steps before it had not
/// changed; ``run(_:)`` takes those back.
final class Save {
  let given: FilePath
  let operation: SafeWriter.Operation
  let expected: FileIdentity?
  let attributes: FileAttributes
  let store: any FileStore
  let options: SafeWriter.Options
  let target: SaveTarget
  /// The item in the place when last looked at; nil for nothing.
  var original: FileIdentity?
  var lostAttributes: Set<SaveOutcome.Attribute> = []

  init(
    to given: FilePath, _ operation: SafeWriter.Operation, expecting expected: FileIdentity?,
    attributes: FileAttributes, writer: SafeWriter
  ) throws {
    self.given = given
    self.operation = operation
    self.expected = expected
    self.attributes = attributes
    store = writer.store
    options = writer.options
    target = try SaveTarget(given, store: writer.store)
  }

  deinit {
    try? store.close(target.directory)
  }

  func run(_ contents: (FilePath) throws -> Void) throws -> SaveOutcome {
    try refuseWhatMayNotBeWritten()
    try lookAtOriginal()
    let directory = try SavingDirectory(
      in: target.directory, path: target.directoryPath, fingerprint: original?.fingerprint,
      store: store)
    defer { try? store.close(directory.descriptor) }
    let item = FileLocation(target.name, in: directory.descriptor)
    do {
      try write(contents, to: directory.path.appending(target.name))
      let status = try checkedStatus(of: item)
      try giveAttributes(to: item, kind: status.kind)
      if options.synchronizes { try store.synchronizeTree(at: item) }
      try lookAtOriginal()
      let strategy = try commit(item)
      return try finish(strategy, item: item, directory: directory)
    } catch {
      try? store.removeTree(at: directory.location)
      throw error
    }
  }

  private func write(_ contents: (FilePath) throws -> Void, to path: FilePath) throws {
    do {
      try contents(path)
    } catch let error as FileStoreError {
      throw error
    } catch {
      throw SafeWritingError(.writerFailed, path: given, underlyingError: error)
    }
  }

  private func checkedStatus(of item: FileLocation) throws -> FileStatus {
    guard let status = try store.statusIfPresent(of: item),
      status.kind == .regular || status.kind == .directory
    else { throw SafeWritingError(.nothingWritten, path: given) }
    return status
  }
}
