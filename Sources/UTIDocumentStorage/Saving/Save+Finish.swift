internal import SystemPackage
internal import UTIPlatform

extension Save {
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
