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
  let isForRecovery: Bool
  let examine: (@Sendable (FileLocation, FileStatus) throws -> Void)?
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
  /// The error of flushing that did not end the save.
  var flushFailure: FileStoreError?
  /// The error that prevented a directory next to the item; an item of another kind then cannot
  /// replace it.
  var refusal: Errno?
  /// Undoes the commit.
  var takeBack: (() throws -> Void)?
  /// The locks of both items.
  var locks: [ItemLock] = []
  /// The old item, open while it is locked.
  var originalFile: FileDescriptor?
  /// The old and the new item, open from the copying of attributes until they are locked.
  var opened: (original: FileDescriptor?, new: FileDescriptor?) = (nil, nil)
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
    isForRecovery = writer.isForRecovery
    examine = writer.examine
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
      try examine?(leaf, status)
      try giveAttributes(to: leaf, status)
      try takeOverForeignChildren(to: leaf, knowing: expected)
      var written = try FileIdentity(of: leaf, in: store, knowing: original)
      if options.synchronizes, !isSynchronizedWithAttributes(status) {
        try synchronize(written, at: leaf, in: item)
      }
      if isForRecovery, flushFailure == nil {
        try store.createSymbolicLink(
          at: directory.location(of: .complete, beside: target.name),
          to: FilePath(target.name.string))
      }
      let locked = try lockItems(item, status)
      if written.kind == .directory { shared = original?.shared(with: written) }
      if try lookAgain(leaf, knowing: locked) {
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
    try flushing { () throws(FileStoreError) in
      target.pathBelowName.isEmpty
        ? try store.synchronize(written, at: leaf, except: original?.items ?? [])
        : try store.synchronizeTree(at: item)
    }
  }

  func flush(_ file: FileDescriptor) throws(FileStoreError) {
    try flushing { () throws(FileStoreError) in try store.flush(file) }
  }

  /// Notes that a file system cannot flush, and that a copy for recovery could not be flushed.
  func flushing(
    _ body: () throws(FileStoreError) -> Errno?
  ) throws(FileStoreError) {
    do throws(FileStoreError) {
      guard let errno = try body() else { return }
      flushFailure = FileStoreError(.synchronize, path: target.path, errno: errno)
    } catch  where isForRecovery && error.operation == .synchronize {
      flushFailure = error
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

extension Save {
  /// Replaces the children of the old package one by one if the package itself cannot be moved.
  ///
  /// The package is a mount, comes from a lower layer of an overlay, or lies in a directory that
  /// cannot be written. The names of the new package are flushed to disk before the first child
  /// moves. After a crash, recovery moves the remaining children.
  func replaceChildren(_ item: FileLocation, in directory: SavingDirectory) throws -> Commit {
    let names = try PackageNames(of: item, in: store)
    let partial = directory.location(of: .partial, beside: target.name)
    let manifest = directory.location(of: .manifest, beside: target.name)
    try store.writeFile(names.encoded, to: partial, synchronizes: options.synchronizes)
    try store.rename(partial, to: manifest, .replacing)
    try makeRecoverable(directory)
    let replacement = ChildReplacement(
      package: target.location, newPackage: item,
      oldChildren: directory.location(of: .backup, beside: target.name), store: store,
      synchronizes: options.synchronizes)
    takeBack = { [self] in
      do {
        try replacement.takeBack()
        try? store.removeFile(at: manifest)
      } catch {
        recoveryPath = directory.path
        throw error
      }
    }
    try replacement.run(names)
    try store.withOpen(target.location, for: .reading) { package throws(FileStoreError) in
      try giveExplicitAttributes(to: package)
    }
    try store.removeFile(at: manifest)
    return Commit(.replaceChildren)
  }
}

extension Save {
  /// Waits until no other save holds the item, and locks out others until this save ends.
  ///
  /// The new item is locked too. Other saves can see it in place before this save ends, and must
  /// not build on an item that may still be undone.
  ///
  /// An exchange loses nothing without the lock, because the replaced item is compared and kept. A
  /// process that holds the lock forever, which any program can do, blocks only saves that would
  /// overwrite.
  ///
  /// - Parameter status: the status of the new item.
  /// - Returns: the status of the old item under its lock; nil if it is not locked.
  func lockItems(_ item: FileLocation, _ status: FileStatus) throws(FileStoreError) -> FileStatus? {
    var locked: FileStatus?
    do throws(FileStoreError) {
      let lock = try store.lockItem(
        at: target.location, .exclusive, patience: options.patience, opened: take(\.original))
      locks += [lock].compactMap(\.self)
      originalFile = lock?.file
      locked = lock?.status
    } catch  where error.errno == .wouldBlock {
      refusedLock = error
    }
    // No other process can replace an item in the saving directory.
    let new = target.pathBelowName.isEmpty ? take(\.new) : nil
    let lock = try store.lockItem(
      at: item, .exclusive, patience: .zero, opened: new, knownAs: status)
    locks += [lock].compactMap(\.self)
    return locked
  }

  /// Passes the responsibility for an open item on.
  private func take(
    _ item: WritableKeyPath<(original: FileDescriptor?, new: FileDescriptor?), FileDescriptor?>
  ) -> FileDescriptor? {
    defer { opened[keyPath: item] = nil }
    return opened[keyPath: item]
  }

  func releaseLocks() {
    for file in [openFile, opened.original, opened.new] {
      if let file { try? store.close(file) }
    }
    openFile = nil
    opened = (nil, nil)
    for lock in locks { store.release(lock) }
    locks = []
    originalFile = nil
  }

  /// Throws an error if another process holds the lock, because overwriting could destroy its save.
  func requireLock() throws(SafeWritingError) {
    guard let refusedLock else { return }
    throw SafeWritingError(.inUse, path: given, failure: refusedLock)
  }

  /// Recovers the contents that crashes left of the file to overwrite.
  ///
  /// The remains describe the earlier file, and a recovery after this save would restore them.
  func mendBeforeOverwriting() throws(FileStoreError) {
    let report = try Recovery.report(
      at: target, store: store, options: options, holding: original)
    conflict = report.kept.first
  }
}

/// Processes that have the old item open for writing while a new one replaces it.
///
/// Their descriptors refer to the old item, so later writes would be lost with it.
extension Save {
  /// Returns whether another process may still write to the replaced item.
  ///
  /// If the file has other names, they still lead to the item and no write is lost. Files in
  /// packages are not checked, because each would need a call.
  func hasWriter(_ commit: Commit) -> Bool {
    guard commit.displaced != nil, let originalFile, target.status?.linkCount == 1 else {
      return false
    }
    return store.hasWriter(originalFile) == true
  }

  /// Leaves the replaced item in the saving directory, as a crash after the exchange would.
  ///
  /// Recovery leaves the item alone until it is closed, and then checks whether it was written.
  ///
  /// - Returns: the path of the item.
  func awaitWriter(of commit: Commit, in directory: SavingDirectory) -> FilePath? {
    guard let displaced = commit.displaced else { return nil }
    let item = directory.location(of: target.name)
    if displaced.path != item.path { try? store.rename(displaced, to: item, .replacing) }
    noteContents(of: item, in: directory)
    return directory.path.appending(target.name)
  }

  /// The size of the largest item with a recorded digest, in bytes.
  private static let greatestNotedSize: Int64 = 256 << 20

  /// Records the digest of an item, because a write through a memory map may change none of its
  /// times.
  private func noteContents(of item: FileLocation, in directory: SavingDirectory) {
    guard let size = try? store.status(of: item).size, size <= Self.greatestNotedSize,
      let digest = try? store.digest(of: item)
    else { return }
    try? store.createSymbolicLink(
      at: directory.location(of: .open, beside: target.name),
      to: FilePath(String(digest, radix: 36)))
  }
}

extension FileStore {
  /// Returns whether a process has the file at a location open for writing, if the system reports
  /// it.
  func hasWriter(at location: FileLocation) -> Bool {
    guard let file = try? open(location, for: .reading) else { return false }
    defer { try? close(file) }
    return hasWriter(file) == true
  }
}

/// The rules for keeping the replaced item as a version.
package struct VersionKeeping: Sendable {
  /// The store of versions.
  package var versions: VersionStore
  /// The facts about the old contents that the version records.
  package var notes: VersionNotes

  package init(in versions: VersionStore, _ notes: VersionNotes) {
    self.versions = versions
    self.notes = notes
  }
}

extension Save {
  /// Keeps a copy of the old item as a version before it is overwritten.
  func keepCopyAsVersion() {
    guard let keeping else { return }
    do throws(FileStoreError) {
      earlyVersion = try keeping.versions.add(
        contentsOf: target.location, to: target.absolutePath, keeping.notes, byMoving: false)
    } catch {
      versionFailure = error
    }
  }

  /// Removes the version that was added early, because the item still has those contents.
  func removeEarlyVersion() {
    if let earlyVersion { try? keeping?.versions.removeStored(earlyVersion) }
    earlyVersion = nil
  }

  /// Moves the replaced item into the version store, with no interval without an item (rule L15).
  ///
  /// - Parameter byMoving: whether the item may leave its place.
  func keepAsVersion(_ commit: Commit, byMoving: Bool) {
    guard let keeping, let displaced = commit.displaced else { return }
    do throws(FileStoreError) {
      earlyVersion = try keeping.versions.add(
        contentsOf: displaced, to: target.absolutePath, keeping.notes, byMoving: byMoving)
    } catch {
      versionFailure = error
    }
  }

  /// Moves the contents of another process into the version store as a conflict (rule L11).
  ///
  /// If that fails, they stay next to the item.
  func keepAsConflict(_ path: FilePath) -> FilePath {
    guard let keeping else { return path }
    do throws(FileStoreError) {
      conflictVersion = try keeping.versions.takeConflict(
        path, of: target.absolutePath, type: keeping.notes.type)
      return conflictVersion?.path ?? path
    } catch {
      versionFailure = error
      return path
    }
  }

  /// Removes versions above the limits.
  func thinVersions() {
    guard let keeping, earlyVersion != nil || conflictVersion != nil else { return }
    keeping.versions.thin(target.absolutePath)
  }
}
