internal import SystemPackage
internal import UTIPlatform

/// One save, from the first look at the target to the outcome.
///
/// A step that fails throws an error, and ``run(_:)`` undoes the steps before it.
final class Save {
  let given: FilePath
  let operation: SafeWriter.Operation
  let expected: FileIdentity?
  let attributes: FileAttributes
  let superseded: SafeWriter.SupersededItem?
  let store: any FileStore
  let options: SafeWriter.Options
  let target: SaveTarget
  let marksCompletion: Bool
  /// The way the old item is kept; nil if it is not.
  let keeping: VersionKeeping?
  /// The version made from the old item.
  var earlyVersion: ItemVersion?
  /// The version made from the item of another process.
  var conflictVersion: ItemVersion?
  /// The error that prevented a version.
  var versionFailure: FileStoreError?
  /// The last observed item in the target; nil if there was none.
  var original: FileIdentity?
  /// The old package with the files that the new one shares.
  ///
  /// Both packages hold these files, so their inode numbers identify them.
  var shared: FileIdentity?
  /// The children of other processes that the new item took over from the old one.
  var takenOver: [FileLocation] = []
  /// The new item before it is put in place.
  var written: FileIdentity?
  var lostAttributes: Set<SaveOutcome.Attribute> = []
  /// The error that prevented a directory next to the item; an item of another kind then cannot
  /// replace it.
  var refusal: Errno?
  /// Undoes the commit.
  var takeBack: (() throws -> Void)?
  /// The locks of both items.
  var locks: [ItemLock] = []
  /// The old item, open while it is locked.
  var originalFile: FileDescriptor?
  /// The failure to lock the old item, because another process holds the lock.
  var refusedLock: FileStoreError?
  /// The old file while it is overwritten.
  var openFile: FileDescriptor?
  /// The location of contents that a crash left and no item has.
  var conflict: FilePath?
  /// The location of the old bytes if the old item could not be restored.
  var recoveryPath: FilePath?

  init(
    to given: FilePath, _ operation: SafeWriter.Operation, expecting expected: FileIdentity?,
    attributes: FileAttributes, superseding superseded: SafeWriter.SupersededItem? = nil,
    writer: SafeWriter
  ) throws {
    self.given = given
    self.operation = operation
    self.expected = expected
    self.attributes = attributes
    self.superseded = superseded
    store = writer.store
    options = writer.options
    keeping = writer.keeping
    marksCompletion = writer.marksCompletion
    target = try SaveTarget(
      given, createsDirectories: options.createsDirectories && operation != .overwrite,
      store: writer.store)
  }

  deinit {
    try? store.close(target.directory)
  }

  func run(_ contents: (FilePath) throws -> Void) throws -> SaveOutcome {
    try refuseWhatMayNotBeWritten()
    try takeOriginal()
    let directory = try makeSavingDirectory()
    defer {
      releaseLocks()
      close(directory)
    }
    do {
      let item = directory.location(of: target.name)
      try makeMissingDirectories(in: item)
      try write(contents, to: directory.path.pushing(target.pathFromDirectory))
      let leaf = directory.location(of: target.name).appending(target.pathBelowName)
      let status = try checkedStatus(of: leaf)
      try giveAttributes(to: leaf, status)
      try takeOverForeignChildren(to: leaf, knowing: expected)
      var written = try FileIdentity(of: leaf, in: store, knowing: original)
      if options.synchronizes, !isSynchronizedWithAttributes(status) {
        try synchronize(written, at: leaf, in: item)
      }
      if marksCompletion {
        try store.createSymbolicLink(
          at: directory.location(of: .complete, beside: target.name),
          to: FilePath(target.name.string))
      }
      try lockItems(item)
      if written.kind == .directory { shared = original?.shared(with: written) }
      if try lookAgain(leaf) {
        // The new package may have got files with inode numbers of removed ones.
        written = try FileIdentity(of: leaf, in: store)
        if options.synchronizes { try synchronize(written, at: leaf, in: item) }
      }
      self.written = written
      if let superseded { try announce(superseded, in: directory) }
      let committed = try commit(item, kind: status.kind, in: directory)
      return try finish(committed, written: written, in: directory)
    } catch {
      throw takenBack(error, directory)
    }
  }

  private func close(_ directory: SavingDirectory) {
    directory.close(in: store)
    if directory.parent != target.directory { try? store.close(directory.parent) }
  }

  /// Undoes the steps so far and records the result in the error.
  private func takenBack(_ error: any Error, _ directory: SavingDirectory) -> any Error {
    var failure = SafeWritingError(error, path: given)
    removeEarlyVersion()
    do {
      try takeBack?()
      try? store.removeTree(at: directory.location)
    } catch {
      failure.isOriginalIntact = false
      // An empty directory holds nothing to recover.
      let isEmpty = (try? store.removeDirectory(at: directory.location)) != nil
      failure.recoveryPath = isEmpty ? nil : recoveryPath ?? directory.path
    }
    takeBack = nil
    return failure
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

  /// Flushes the new item, and the directories created for it, to disk.
  private func synchronize(
    _ written: FileIdentity, at leaf: FileLocation, in item: FileLocation
  ) throws(FileStoreError) {
    if target.pathBelowName.isEmpty {
      try store.synchronize(written, at: leaf, except: original?.items ?? [])
    } else {
      try store.synchronizeTree(at: item)
    }
  }

  private func checkedStatus(of item: FileLocation) throws -> FileStatus {
    guard let status = try store.statusIfPresent(of: item),
      status.kind == .regular || status.kind == .directory
    else { throw SafeWritingError(.nothingWritten, path: given) }
    return status
  }
}

extension SafeWritingError {
  /// Creates the error for any error thrown during a save.
  init(_ error: any Error, path: FilePath) {
    switch error {
    case let error as SafeWritingError: self = error
    case let error as FileStoreError:
      self.init(.systemCall, path: path, failure: error)
    default: self.init(.writerFailed, path: path, underlyingError: error)
    }
  }
}
