internal import SystemPackage
internal import UTIPlatform

/// One save, from looking at the place to the outcome.
///
/// A step that fails throws, and ``run(_:)`` takes back what the steps before it have done.
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
  /// How the old item is kept; nil where it is not.
  let keeping: VersionKeeping?
  /// The version that the old item has become.
  var earlyVersion: ItemVersion?
  /// The version that somebody else's item has become.
  var conflictVersion: ItemVersion?
  /// Why no version was kept.
  var versionFailure: FileStoreError?
  /// The item in the place when last looked at; nil for nothing.
  var original: FileIdentity?
  /// The old package with the files that the new one shares: both keep them, so that their numbers
  /// identify them.
  var shared: FileIdentity?
  /// What the new item was given that others have in the old one.
  var takenOver: [FileLocation] = []
  /// The new item before it is put into its place.
  var written: FileIdentity?
  var lostAttributes: Set<SaveOutcome.Attribute> = []
  /// Why nothing could be made beside the item; a new kind of item can then not take its place.
  var refusal: Errno?
  /// Takes the commit back.
  var takeBack: (() throws -> Void)?
  /// The locks of both items.
  var locks: [ItemLock] = []
  /// The old item, open for as long as it is locked.
  var originalFile: FileDescriptor?
  /// Why the old item could not be locked: somebody holds it.
  var refusedLock: FileStoreError?
  /// The old file while it is overwritten.
  var openFile: FileDescriptor?
  /// Where contents are that a crash had left, and that no item has.
  var conflict: FilePath?
  /// Where the old bytes are when the old item could not be put back.
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
        // Numbers of removed files may be those of new ones by now.
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
    try? store.close(directory.descriptor)
    if directory.parent != target.directory { try? store.close(directory.parent) }
  }

  /// Puts everything back as it was and says in the error how well that went.
  private func takenBack(_ error: any Error, _ directory: SavingDirectory) -> any Error {
    var failure = SafeWritingError(error, path: given)
    removeEarlyVersion()
    do {
      try takeBack?()
      try? store.removeTree(at: directory.location)
    } catch {
      failure.isOriginalIntact = false
      // Empty, the directory holds nothing that anybody could want back.
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

  /// Waits until the new item is on the disk, with the directories that are made for it.
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
  /// The error for whatever was thrown on the way.
  init(_ error: any Error, path: FilePath) {
    switch error {
    case let error as SafeWritingError: self = error
    case let error as FileStoreError:
      self.init(.systemCall, path: path, failure: error)
    default: self.init(.writerFailed, path: path, underlyingError: error)
    }
  }
}
