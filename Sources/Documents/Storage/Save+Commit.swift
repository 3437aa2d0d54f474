internal import SystemPackage

extension Save {
  /// Puts the new item into its place.
  func commit(_ item: FileLocation) throws -> SaveOutcome.Strategy {
    guard original != nil else {
      try store.rename(item, to: target.location, .exclusively)
      return .createExclusively
    }
    try store.rename(item, to: target.location, .exchanging)
    return .exchange
  }

  /// Waits for the disk and removes what is no longer needed.
  func finish(
    _ strategy: SaveOutcome.Strategy, item: FileLocation, directory: SavingDirectory
  ) throws -> SaveOutcome {
    let durability = try synchronizeDirectory()
    let identity = try FileIdentity(of: target.location, in: store)
    let leftover = remove(directory)
    return SaveOutcome(
      path: target.path, strategy: strategy, durability: durability, identity: identity,
      lostAttributes: lostAttributes, leftovers: leftover.map { [$0] } ?? [])
  }

  /// Waits for the names in the directory of the item.
  ///
  /// Some file systems, network file systems in particular, refuse; that is no failure of the save.
  private func synchronizeDirectory() throws -> SaveOutcome.Durability {
    guard options.synchronizes else { return .none }
    do throws(FileStoreError) {
      try store.synchronize(target.directory)
      return .full
    } catch  where [.invalidArgument, .notSupported, .badFileDescriptor].contains(error.errno) {
      return .contentsOnly(error.errno)
    }
  }

  /// - Returns: the path of what could not be removed.
  private func remove(_ directory: SavingDirectory) -> FilePath? {
    do throws(FileStoreError) {
      try store.removeTree(at: directory.location)
      return nil
    } catch {
      return directory.path
    }
  }
}
