internal import SystemPackage
internal import UTIPlatform

/// The result of a commit.
struct Commit {
  let strategy: SaveStrategy
  /// The location of the replaced item; nil if there is none or it was overwritten.
  let displaced: FileLocation?
  /// The identity of an overwritten item right after the write.
  let overwritten: FileIdentity?

  /// True if the item in the target is the old one with new contents.
  var keepsItem: Bool { strategy == .overwriteInPlace || strategy == .replaceChildren }

  init(_ strategy: SaveStrategy, displaced: FileLocation? = nil, overwritten: FileIdentity? = nil) {
    self.strategy = strategy
    self.displaced = displaced
    self.overwritten = overwritten
  }
}

extension Save {
  /// Errors of a file system or kernel without atomic exchange or exclusive rename.
  private static let lacksMode: Set<Errno> = [.invalidArgument, .noFunction, .notSupported]

  /// Puts the new item in place by the safest available method.
  func commit(
    _ item: FileLocation, kind: FileKind, in directory: SavingDirectory
  ) throws -> Commit {
    guard let original else { return try create(item, kind: kind) }
    let keepsItem = original.kind == kind
    switch (directory.place, kind) {
    case (.elsewhere, .regular) where keepsItem, (.inside, .directory) where keepsItem:
      return try replaceContents(item, kind: kind, in: directory)
    case (.elsewhere, _), (.inside, _):
      throw FileStoreError(.rename, path: target.path, errno: refusal ?? .permissionDenied)
    case (.beside, .regular) where keepsItem && mustKeepItem:
      return try replaceContents(item, kind: kind, in: directory)
    case (.beside, _):
      return try exchange(item, kind: kind, in: directory)
    }
  }

  /// True if other names of the file, or a mount on it, must show the new contents.
  private var mustKeepItem: Bool {
    guard let status = target.status, options.overwritesInPlace else { return false }
    return status.isMountPoint || (options.preservesHardLinks && status.linkCount > 1)
  }

  private func create(_ item: FileLocation, kind: FileKind) throws -> Commit {
    let strategy: SaveStrategy
    do throws(FileStoreError) {
      strategy = try store.renameExclusively(item, to: target.location, kind: kind)
    } catch  where error.errno == .fileExists {
      throw SafeWritingError(.alreadyExists, path: given, failure: error)
    }
    takeBack = { [store, target] in try store.rename(target.location, to: item, .replacing) }
    return Commit(strategy)
  }

  private func exchange(
    _ item: FileLocation, kind: FileKind, in directory: SavingDirectory
  ) throws -> Commit {
    let keepsItem = original?.kind == kind
    do throws(FileStoreError) {
      try store.rename(item, to: target.location, .exchanging)
    } catch {
      if Self.lacksMode.contains(error.errno) {
        return keepsItem && kind == .regular
          ? try backUpAndReplace(item, in: directory)
          : try moveAside(item, kind: kind, in: directory)
      }
      if keepsItem, options.overwritesInPlace, Self.forbidsExchange(error.errno) {
        return try replaceContents(item, kind: kind, in: directory)
      }
      guard error.errno == .noSuchFileOrDirectory else { throw error }
      throw SafeWritingError(.vanished, path: given, failure: error)
    }
    if kind == .regular, keepsItem, let status = target.status, status.linkCount > 1 {
      lostAttributes.insert(.otherNames)
    }
    takeBack = { [self] in try exchangeBack(item) }
    return Commit(.exchange, displaced: item)
  }

  /// Does nothing if another process has replaced the new item since: it stays, and recovery
  /// handles the old one.
  private func exchangeBack(_ item: FileLocation) throws(FileStoreError) {
    try store.rename(item, to: target.location, .exchanging)
    if try written?.isSameFile(as: store.status(of: item)) ?? true { return }
    try store.rename(item, to: target.location, .exchanging)
    throw FileStoreError(.rename, path: target.path, errno: .fileExists)
  }

  /// The item is a mount, comes from a lower layer, or belongs to another user in a sticky
  /// directory.
  private static func forbidsExchange(_ errno: Errno) -> Bool {
    [.resourceBusy, .improperLink, .notPermitted, .permissionDenied].contains(errno)
  }

  private func replaceContents(
    _ item: FileLocation, kind: FileKind, in directory: SavingDirectory
  ) throws -> Commit {
    try requireLock()
    keepCopyAsVersion()
    // The old item keeps the attributes that the new one could not get.
    lostAttributes = []
    return kind == .regular
      ? try overwriteInPlace(item, in: directory) : try replaceChildren(item, in: directory)
  }

  /// Gives the old file a second name, then replaces it by the new one.
  private func backUpAndReplace(
    _ item: FileLocation, in directory: SavingDirectory
  ) throws -> Commit {
    try requireLock()
    let backup = directory.location(of: .backup, beside: target.name)
    do throws(FileStoreError) {
      try store.link(target.location, to: backup)
    } catch  where Self.refusesLinks(error.errno) {
      keepCopyAsVersion()
      try store.rename(item, to: target.location, .replacing)
      takeBack = { throw FileStoreError(.rename, path: item.path, errno: .noSuchFileOrDirectory) }
      return Commit(.replace)
    }
    guard try FileIdentity(of: backup, in: store).fingerprint == original?.fingerprint else {
      throw SafeWritingError(.changedOnDisk, path: given)
    }
    try store.rename(item, to: target.location, .replacing)
    takeBack = { [store, target] in
      try store.rename(backup, to: target.location, .replacing)
    }
    return Commit(.backUpAndReplace, displaced: backup)
  }

  private static func refusesLinks(_ errno: Errno) -> Bool {
    SystemFileStore.refusesLinks(errno)
  }

  private func moveAside(
    _ item: FileLocation, kind: FileKind, in directory: SavingDirectory
  ) throws -> Commit {
    let backup = directory.location(of: .backup, beside: target.name)
    try makeRecoverable(directory)
    try store.rename(target.location, to: backup, .replacing)
    takeBack = { [store, target] in
      _ = try store.renameExclusively(backup, to: target.location, kind: .other)
    }
    if try isLinkedIn(item, kind: kind) {
      takeBack = { [store, target] in
        try store.removeFile(at: target.location)
        try store.rename(backup, to: target.location, .replacing)
      }
    } else {
      _ = try store.renameExclusively(item, to: target.location, kind: .other)
      takeBack = { [store, target] in
        try store.rename(target.location, to: item, .replacing)
        try store.rename(backup, to: target.location, .replacing)
      }
    }
    return Commit(.moveAsideAndReplace, displaced: backup)
  }

  /// The first name stays until the second is flushed to disk: if only the second were lost, the
  /// reason for moving the old item away would be unknown.
  private func isLinkedIn(_ item: FileLocation, kind: FileKind) throws -> Bool {
    guard kind == .regular else { return false }
    do {
      try store.link(item, to: target.location)
      return true
    } catch {
      guard Self.refusesLinks(error.errno) else { throw error }
      return false
    }
  }

  /// Flushes a saving directory to disk, with all data that recovery needs.
  func makeRecoverable(_ directory: SavingDirectory) throws {
    guard options.synchronizes else { return }
    try store.synchronizeNames(in: directory.descriptor)
    try store.synchronizeNames(in: directory.parent)
  }

  /// Compares the replaced item with the expected one; `written` is the new item before it was put
  /// in place.
  func finish(
    _ commit: Commit, written: FileIdentity, in directory: SavingDirectory
  ) throws -> SaveOutcome {
    let durability = try synchronizeDirectory(after: commit.strategy)
    let place = target.location.appending(target.pathBelowName)
    let committed = try committed(commit, written: written, at: place)
    // A writer that closes the item after this check has written before the comparison.
    let hasWriter = hasWriter(commit)
    let keptBeside = try conflict(commit, in: directory)
    // From here on the new item is in place, and no failure undoes it.
    takeBack = nil
    let kept = keptBeside.map(keepAsConflict)
    let waiting = kept == nil && hasWriter ? awaitWriter(of: commit, in: directory) : nil
    if kept == nil { keepAsVersion(commit, byMoving: waiting == nil) }
    let removal = superseded.map { remove($0, after: written, by: directory) } ?? .complete
    let mayRemove = kept == nil && waiting == nil && !removal.keepsDirectory
    let leftover = mayRemove ? remove(directory) : nil
    // Removing old names changes the times of files that have new names. Changes that another
    // process has saved since do not belong to this save.
    let now = (try? store.status(of: place)).flatMap { committed.renewed(by: $0) } ?? committed
    thinVersions()
    var outcome = SaveOutcome(
      path: target.path, strategy: commit.strategy, durability: durability,
      identity: committed.difference(to: now) == .contents ? committed : now,
      lostAttributes: lostAttributes, conflict: kept ?? removal.keptAt ?? conflict,
      leftovers: [leftover, removal.leftover].compactMap(\.self))
    outcome.resolvedPath = target.absolutePath
    outcome.flushFailure = flushFailure
    outcome.itemStillOpen = waiting
    outcome.keptVersion = earlyVersion
    outcome.conflictVersion = conflictVersion
    outcome.versionFailure = versionFailure
    return outcome
  }

  /// The identity is from before later changes by other processes.
  ///
  /// - Throws: `SafeWritingError` if the old item, which has the new contents, is no longer in
  ///   place.
  private func committed(
    _ commit: Commit, written: FileIdentity, at place: FileLocation
  ) throws -> FileIdentity {
    guard commit.keepsItem else { return written }
    let present = try FileIdentity(of: place, in: store)
    guard let original, present.item == original.item else {
      throw SafeWritingError(.changedOnDisk, path: given)
    }
    return commit.overwritten ?? present
  }

  func synchronizeDirectory(after strategy: SaveStrategy) throws -> SaveDurability {
    guard options.synchronizes else { return .none }
    var durability = SaveDurability.full
    // If the save keeps the old item, the directory keeps its entry.
    if !Commit(strategy).keepsItem {
      try flushing { () throws(FileStoreError) in
        durability = try store.synchronizeNames(in: target.directory)
        return nil
      }
    }
    return flushFailure == nil ? durability : .none
  }

  /// Keeps the replaced item if it differs from the last observed one, and returns its path.
  private func conflict(_ commit: Commit, in directory: SavingDirectory) throws -> FilePath? {
    guard let displaced = commit.displaced, let original,
      let name = displaced.path.lastComponent
    else { return nil }
    let identity = try FileIdentity(of: displaced, in: store, knowing: shared)
    guard !identity.hasSameFingerprint(as: original) else { return nil }
    return try directory.keep(name, store: store)
  }

  /// Returns the path of a directory that could not be removed.
  private func remove(_ directory: SavingDirectory) -> FilePath? {
    do throws(FileStoreError) {
      // The item is removed first, in one step. A directory without its item needs no recovery.
      let item = directory.location(of: target.name)
      if try !store.removeFileIfPresent(at: item) {
        let partial = directory.location(of: .partial, beside: target.name)
        try store.rename(item, to: partial, .replacing)
      }
      try removeWithRest(directory)
      return nil
    } catch {
      return directory.path
    }
  }

  /// Removes a saving directory, which in most cases is empty and need not be listed.
  private func removeWithRest(_ directory: SavingDirectory) throws(FileStoreError) {
    do throws(FileStoreError) {
      try store.removeDirectory(at: directory.location)
    } catch  where [.directoryNotEmpty, .fileExists].contains(error.errno) {
      try store.removeTree(at: directory.location)
    }
  }
}

/// A note in a saving directory about an item that a complete new item under another name
/// supersedes.
///
/// Without the new item there, it is in place, and the old one was not yet removed.
struct SupersededNote: Hashable {
  let fingerprint: UInt64
  /// The name of the new item, next to the saving directory.
  let newName: FilePath.Component
  /// The name of the old item, also next to the saving directory.
  let oldName: FilePath.Component

  init(fingerprint: UInt64, newName: FilePath.Component, oldName: FilePath.Component) {
    self.fingerprint = fingerprint
    self.newName = newName
    self.oldName = oldName
  }

  init?(link: FilePath) {
    let components = Array(link.components)
    guard components.count == 3, let fingerprint = UInt64(components[0].string, radix: 36) else {
      return nil
    }
    self.init(fingerprint: fingerprint, newName: components[1], oldName: components[2])
  }

  /// The target of the symbolic link, which encodes the note and is not a real path.
  var link: FilePath {
    FilePath(root: nil, [.known(String(fingerprint, radix: 36)), newName, oldName])
  }
}

extension Save {
  /// The result of removing a superseded item.
  struct Removal {
    /// The path of the item if it was kept because it was not the expected one; nil in most cases.
    var keptAt: FilePath?
    /// `keptAt` is the renamed saving directory.
    var keepsDirectory = false
    var leftover: FilePath?

    static var complete: Removal { Removal() }
  }

  /// Recovery after a crash needs the note, but does not look for an item in another directory.
  func announce(_ old: SafeWriter.SupersededItem, in directory: SavingDirectory) throws {
    guard original == nil else { return }
    let place = try SaveTarget(old.path, store: store)
    defer { try? store.close(place.directory) }
    guard place.status != nil, !place.isLink, place.absolutePath.isBeside(target.absolutePath)
    else { return }
    let note = SupersededNote(
      fingerprint: try FileIdentity(of: place.location, in: store).fingerprint,
      newName: target.name, oldName: place.name)
    try store.createSymbolicLink(
      at: directory.location(of: .superseded, beside: target.name), to: note.link)
    try makeRecoverable(directory)
  }

  /// Runs after the new item is flushed, through the saving directory; an item that is no longer
  /// the expected one is kept, and the save itself has succeeded.
  func remove(
    _ old: SafeWriter.SupersededItem, after new: FileIdentity, by directory: SavingDirectory
  ) -> Removal {
    do {
      let place = try SaveTarget(old.path, store: store)
      defer { try? store.close(place.directory) }
      guard let status = place.status, !FileIdentity(status).isSame(as: new) else {
        return .complete
      }
      // Other links may lead to the same item.
      guard !place.isLink else { return Removal(leftover: old.path) }
      let identity = try FileIdentity(of: place.location, in: store)
      guard old.identity?.difference(to: identity) != .contents else {
        return Removal(keptAt: place.path)
      }
      let item = directory.location(of: .partial, beside: target.name)
      try store.rename(place.location, to: item, .replacing)
      if try FileIdentity(of: item, in: store).fingerprint != identity.fingerprint {
        let name = ReservedName.partial.name(beside: target.name)
        return Removal(keptAt: try directory.keep(name, store: store), keepsDirectory: true)
      }
      if options.synchronizes { try store.synchronizeNames(in: place.directory) }
      try? store.removeTree(at: item)
      return .complete
    } catch {
      return Removal(leftover: old.path)
    }
  }
}

extension FilePath {
  fileprivate func isBeside(_ other: FilePath) -> Bool {
    removingLastComponent() == other.removingLastComponent()
  }
}

extension FileIdentity {
  package func isSame(as other: FileIdentity) -> Bool { item == other.item }
}

extension Save {
  /// Complete copies of both contents are next to the file meanwhile, and other saves wait for the
  /// lock; writes of processes that ignore it are noticed until the first byte changes.
  ///
  /// - Throws: after the old contents are restored; if that fails too, ``recoveryPath`` has their
  ///   path.
  func overwriteInPlace(_ item: FileLocation, in directory: SavingDirectory) throws -> Commit {
    let backup = directory.location(of: .backup, beside: target.name)
    try mendBeforeOverwriting()
    try keepCopy(at: backup, in: directory)
    try lookAtOriginal()
    let file = try store.open(target.location, for: .writing)
    // The file stays open, because undoing must not write to an item that has replaced it.
    openFile = file
    guard let original,
      try original.difference(to: FileIdentity(store.status(of: file))) != .contents
    else {
      throw SafeWritingError(.changedOnDisk, path: given)
    }
    takeBack = { [self] in try putBack(backup, to: file, in: directory) }
    try store.overwrite(file, with: item, synchronizes: false)
    try giveExplicitAttributes(to: file)
    let overwritten = try identity(of: file, otherThan: original)
    if options.synchronizes { try flush(file) }
    return Commit(.overwriteInPlace, overwritten: overwritten)
  }

  /// Waits for the next clock tick: two saves of the same size within one would look equal.
  private func identity(
    of file: FileDescriptor, otherThan original: FileIdentity
  ) throws(FileStoreError) -> FileIdentity {
    for _ in 0..<Self.mostTicks where attributes.modificationTime == nil {
      let status = try store.status(of: file)
      guard status.size == original.size, status.modified == original.modified else { break }
      usleep(2_000)
      try store.truncate(file, to: status.size)
    }
    return FileIdentity(try store.status(of: file))
  }

  /// The greatest number of ticks to wait for; the slowest kernel clocks tick 100 times a second.
  private static let mostTicks = 10

  private func keepCopy(at backup: FileLocation, in directory: SavingDirectory) throws {
    let partial = directory.location(of: .partial, beside: target.name)
    try store.copyFile(from: target.location, to: partial, permissions: .ownerReadWrite)
    if options.synchronizes { try store.synchronizeTree(at: partial) }
    try store.rename(partial, to: backup, .replacing)
    try makeRecoverable(directory)
  }

  private func putBack(
    _ backup: FileLocation, to file: FileDescriptor, in directory: SavingDirectory
  ) throws {
    do {
      try store.overwrite(file, with: backup, synchronizes: options.synchronizes)
    } catch {
      recoveryPath = directory.path.appending(ReservedName.backup.name(beside: target.name))
      throw error
    }
  }
}

extension FileIdentity {
  func isSameFile(as status: FileStatus) -> Bool { item == status.item }
}

extension FileStore {
  func overwrite(
    _ file: FileDescriptor, with source: FileLocation, synchronizes: Bool
  ) throws(FileStoreError) {
    let size = try withOpen(source, for: .reading) { source throws(FileStoreError) -> Int64 in
      let size = try status(of: source).size
      // Space is reserved before the first byte changes, if the file system can.
      do throws(FileStoreError) {
        try reserve(size, for: file)
      } catch  where [.notSupported, .noFunction, .invalidArgument].contains(error.errno) {
      }
      try copyBytes(of: source, to: file)
      return size
    }
    try truncate(file, to: size)
    if synchronizes { try flush(file) }
  }
}
