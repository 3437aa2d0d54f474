package import SystemPackage
package import UTIPlatform

extension FileStore {
  /// Renames an item to a name that must be free, where the file system cannot do so in one step
  /// as well.
  ///
  /// - Parameter kind: what the item is; a file gets a second name and loses the first, because
  ///   linking never replaces anything.
  /// - Throws: `EEXIST` where the name is taken.
  package func renameExclusively(
    _ location: FileLocation, to newLocation: FileLocation, kind: FileKind
  ) throws(FileStoreError) -> SaveOutcome.Strategy {
    do throws(FileStoreError) {
      try rename(location, to: newLocation, .exclusively)
      return .createExclusively
    } catch  where [.invalidArgument, .noFunction, .notSupported].contains(error.errno) {
      if kind == .regular, try linkInstead(location, newLocation) { return .linkExclusively }
    }
    guard try statusIfPresent(of: newLocation) == nil else {
      throw FileStoreError(.rename, path: newLocation.path, errno: .fileExists)
    }
    // A directory replaces nothing but an empty directory.
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

  /// Waits for the names in an open directory.
  ///
  /// Some file systems, network file systems in particular, refuse; that is no failure of a save.
  ///
  /// - Returns: how durable the names are.
  @discardableResult
  package func synchronizeNames(
    in directory: FileDescriptor
  ) throws(FileStoreError) -> SaveOutcome.Durability {
    do throws(FileStoreError) {
      try synchronize(directory)
      return .full
    } catch  where [.invalidArgument, .notSupported, .badFileDescriptor].contains(error.errno) {
      return .contentsOnly(error.errno)
    }
  }
}
