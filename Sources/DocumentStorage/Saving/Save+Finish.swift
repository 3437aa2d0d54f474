internal import SystemPackage
internal import UTIPlatform

extension Save {
  /// Waits for the disk, compares what came out with what was expected, and removes what is no
  /// longer needed.
  ///
  /// - Parameter written: the identity of the new item before it was put into its place.
  func finish(
    _ commit: Commit, written: FileIdentity, in directory: SavingDirectory
  ) throws -> SaveOutcome {
    let durability = try synchronizeDirectory(after: commit.strategy)
    let place = target.location.appending(target.pathBelowName)
    let committed = try committed(commit, written: written, at: place)
    // Who closes it after this question has written before the comparison.
    let hasWriter = hasWriter(commit)
    let keptBeside = try conflict(commit, in: directory)
    // From here on the new item is in place, and nothing that fails takes it back.
    takeBack = nil
    let kept = keptBeside.map(keepAsConflict)
    let waiting = kept == nil && hasWriter ? awaitWriter(of: commit, in: directory) : nil
    if kept == nil { keepAsVersion(commit, byMoving: waiting == nil) }
    let removal = superseded.map { remove($0, after: written, by: directory) } ?? .complete
    let mayRemove = kept == nil && waiting == nil && !removal.keepsDirectory
    let leftover = mayRemove ? remove(directory) : nil
    // Removing old names changes the times of files that have new ones. What somebody else has
    // saved since is not what this save has left.
    let now = (try? store.status(of: place)).flatMap { committed.renewed(by: $0) } ?? committed
    thinVersions()
    var outcome = SaveOutcome(
      path: target.path, strategy: commit.strategy, durability: durability,
      identity: committed.difference(to: now) == .contents ? committed : now,
      lostAttributes: lostAttributes, conflict: kept ?? removal.keptAt ?? conflict,
      leftovers: [leftover, removal.leftover].compactMap(\.self))
    outcome.itemStillOpen = waiting
    outcome.keptVersion = earlyVersion
    outcome.conflictVersion = conflictVersion
    outcome.versionFailure = versionFailure
    return outcome
  }

  /// What the save has left in the place, as far as nobody else has changed it since.
  ///
  /// - Throws: where the old item, which has the new contents, is no longer the one in the place.
  private func committed(
    _ commit: Commit, written: FileIdentity, at place: FileLocation
  ) throws -> FileIdentity {
    guard commit.keepsItem else { return written }
    let present = try FileIdentity(of: place, in: store)
    guard let original, FileIdentity.Item(present) == FileIdentity.Item(original) else {
      throw SafeWritingError(.changedOnDisk, path: given)
    }
    return commit.overwritten ?? present
  }

  func synchronizeDirectory(
    after strategy: SaveOutcome.Strategy
  ) throws -> SaveOutcome.Durability {
    guard options.synchronizes else { return .none }
    // Where the item is the old one, so are the names in its directory.
    return Commit(strategy).keepsItem
      ? .full : try store.synchronizeNames(in: target.directory)
  }

  /// Keeps what came out of the place if it is not what was last seen there.
  ///
  /// - Returns: where it is kept.
  private func conflict(_ commit: Commit, in directory: SavingDirectory) throws -> FilePath? {
    guard let displaced = commit.displaced, let original,
      let name = displaced.path.lastComponent
    else { return nil }
    let identity = try FileIdentity(of: displaced, in: store, knowing: shared)
    guard !identity.hasSameFingerprint(as: original) else { return nil }
    return try directory.keep(name, store: store)
  }

  /// - Returns: the path of what could not be removed.
  private func remove(_ directory: SavingDirectory) -> FilePath? {
    do throws(FileStoreError) {
      // The item goes first, in one step: what is left without it tells that nothing needs to be
      // mended.
      let item = directory.location(of: target.name)
      switch try store.statusIfPresent(of: item)?.kind {
      case nil: break
      case .directory:
        let partial = directory.location(of: .partial, beside: target.name)
        try store.rename(item, to: partial, .replacing)
      default: try store.removeFile(at: item)
      }
      if marksCompletion {
        try store.removeFile(at: directory.location(of: .complete, beside: target.name))
      }
      try removeWithRest(directory)
      return nil
    } catch {
      return directory.path
    }
  }

  /// Removes a saving directory, which in most cases holds nothing any more and need not be listed.
  private func removeWithRest(_ directory: SavingDirectory) throws(FileStoreError) {
    do throws(FileStoreError) {
      try store.removeDirectory(at: directory.location)
    } catch  where [.directoryNotEmpty, .fileExists].contains(error.errno) {
      try store.removeTree(at: directory.location)
    }
  }
}
