internal import SystemPackage
internal import UTIPlatform

/// One save, from the first look at the target to the outcome; ``run(_:)`` undoes the steps before
/// a step that fails.
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
  let keeping: VersionKeeping?
  var earlyVersion: ItemVersion?
  var conflictVersion: ItemVersion?
  var versionFailure: FileStoreError?
  /// The last observed item in the target; nil if there was none.
  var original: FileIdentity?
  /// Both packages hold these files, so their inode numbers identify them.
  var shared: FileIdentity?
  /// The children of other processes that the new item took over from the old one.
  var takenOver: [FileLocation] = []
  var written: FileIdentity?
  var lostAttributes: Set<SaveOutcome.Attribute> = []
  var flushFailure: FileStoreError?
  /// The error that prevented a directory next to the item, which another kind cannot replace then.
  var refusal: Errno?
  var takeBack: (() throws -> Void)?
  var locks: [ItemLock] = []
  /// The old item, open while it is locked.
  var originalFile: FileDescriptor?
  /// The old and the new item, open from the copying of attributes until they are locked.
  var opened: (original: FileDescriptor?, new: FileDescriptor?) = (nil, nil)
  /// The failure to lock the old item, because another process holds the lock.
  var refusedLock: FileStoreError?
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
  func flushing(_ body: () throws(FileStoreError) -> Errno?) throws(FileStoreError) {
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
  /// A package cannot be moved if it is a mount, from a lower layer of an overlay, or in a
  /// directory that cannot be written.
  ///
  /// The new names are flushed before the first child moves; recovery moves the rest after a crash.
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
  /// Locks the new item too: other saves can see it before this save ends, and must not build on an
  /// item that may be undone; returns the old item's status under its lock; nil if it is not
  /// locked.
  ///
  /// An exchange loses nothing without the lock, because the replaced item is compared and kept. A
  /// process that holds the lock forever blocks only saves that would overwrite.
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

  /// The remains describe the earlier file, and a recovery after this save would restore them.
  func mendBeforeOverwriting() throws(FileStoreError) {
    let report = try Recovery.report(at: target, store: store, options: options, holding: original)
    conflict = report.kept.first
  }
}

/// Processes that have the old item open for writing: later writes would be lost with it.
extension Save {
  /// False if other names lead to the item, because no write is lost then, and for files in
  /// packages, because each would need a call.
  func hasWriter(_ commit: Commit) -> Bool {
    guard commit.displaced != nil, let originalFile, target.status?.linkCount == 1 else {
      return false
    }
    return store.hasWriter(originalFile) == true
  }

  /// Leaves the item like a crash after the exchange: recovery waits until it is closed, and checks
  /// whether it was written; returns its path.
  func awaitWriter(of commit: Commit, in directory: SavingDirectory) -> FilePath? {
    guard let displaced = commit.displaced else { return nil }
    let item = directory.location(of: target.name)
    if displaced.path != item.path { try? store.rename(displaced, to: item, .replacing) }
    noteContents(of: item, in: directory)
    return directory.path.appending(target.name)
  }

  /// The size of the largest item with a recorded digest, in bytes.
  private static let greatestNotedSize: Int64 = 256 << 20

  /// A write through a memory map may change none of the item's times.
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
  /// False if the system does not report it.
  func hasWriter(at location: FileLocation) -> Bool {
    guard let file = try? open(location, for: .reading) else { return false }
    defer { try? close(file) }
    return hasWriter(file) == true
  }
}

/// The rules for keeping the replaced item as a version.
package struct VersionKeeping: Sendable {
  package var versions: VersionStore
  /// The facts about the old contents that the version records.
  package var notes: VersionNotes

  package init(in versions: VersionStore, _ notes: VersionNotes) {
    self.versions = versions
    self.notes = notes
  }
}

extension Save {
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

  /// There is no interval without an item (rule L15); `byMoving`: the item may leave its place.
  func keepAsVersion(_ commit: Commit, byMoving: Bool) {
    guard let keeping, let displaced = commit.displaced else { return }
    do throws(FileStoreError) {
      earlyVersion = try keeping.versions.add(
        contentsOf: displaced, to: target.absolutePath, keeping.notes, byMoving: byMoving)
    } catch {
      versionFailure = error
    }
  }

  /// The contents become a conflict (rule L11), or stay next to the item if that fails.
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

  func thinVersions() {
    guard let keeping, earlyVersion != nil || conflictVersion != nil else { return }
    keeping.versions.thin(target.absolutePath)
  }
}
