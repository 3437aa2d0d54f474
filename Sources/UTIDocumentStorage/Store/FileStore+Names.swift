package import SystemPackage
internal import UTIPlatform

extension FileStore {
  /// Renames an item to a name that must be free, also if the file system cannot do so in one step.
  ///
  /// - Parameter kind: the kind of the item. A file gets a second name and loses the first, because
  ///   linking never replaces an item.
  /// - Throws: `EEXIST` if the name exists.
  package func renameExclusively(
    _ location: FileLocation, to newLocation: FileLocation, kind: FileKind
  ) throws(FileStoreError) -> SaveStrategy {
    do throws(FileStoreError) {
      try rename(location, to: newLocation, .exclusively)
      return .createExclusively
    } catch  where [.invalidArgument, .noFunction, .notSupported].contains(error.errno) {
      if kind == .regular, try linkInstead(location, newLocation) { return .linkExclusively }
    }
    guard try statusIfPresent(of: newLocation) == nil else {
      throw FileStoreError(.rename, path: newLocation.path, errno: .fileExists)
    }
    // A directory can only replace an empty directory.
    try rename(location, to: newLocation, .replacing)
    return .replace
  }

  private func linkInstead(
    _ location: FileLocation, _ newLocation: FileLocation
  ) throws(FileStoreError) -> Bool {
    do throws(FileStoreError) {
      try link(location, to: newLocation)
    } catch  where Self.refusesLinks(error.errno) {
      return false
    }
    do throws(FileStoreError) {
      try removeFile(at: location)
    } catch {
      try? removeFile(at: newLocation)
      throw error
    }
    return true
  }

  /// Flushes the names in an open directory to disk.
  ///
  /// Some file systems cannot do this, in particular network file systems; that is not a failure of
  /// a save.
  ///
  /// - Returns: the durability of the names.
  @discardableResult
  package func synchronizeNames(
    in directory: FileDescriptor
  ) throws(FileStoreError) -> SaveDurability {
    do throws(FileStoreError) {
      try synchronize(directory)
      return .full
    } catch  where [.invalidArgument, .notSupported, .badFileDescriptor].contains(error.errno) {
      return .contentsOnly(error.errno)
    }
  }
}
