public import SystemPackage

extension SafeWriter {
  /// An item that a new one under another name makes superfluous.
  public struct SupersededItem: Hashable, Sendable {
    /// The item.
    public var path: FilePath
    /// The identity of the item when it was last read or written; a different one stays.
    public var identity: FileIdentity?

    /// Makes the value.
    ///
    /// - Parameters:
    ///   - path: the item.
    ///   - identity: the identity of the item when it was last read or written.
    public init(path: FilePath, identity: FileIdentity? = nil) {
      self.path = path
      self.identity = identity
    }
  }

  /// Removes an item after the one that takes its place is on the disk.
  ///
  /// One that is no longer as expected stays and is the conflict of the outcome; one that cannot be
  /// removed is a leftover of it. The save itself has succeeded.
  func remove(_ old: SupersededItem, after outcome: inout SaveOutcome) {
    do {
      let place = try SaveTarget(old.path, store: store)
      defer { try? store.close(place.directory) }
      guard let status = place.status else { return }
      let identity = try FileIdentity(of: place.location, in: store)
      guard !FileIdentity(status).isSame(as: outcome.identity) else { return }
      guard old.identity?.difference(to: identity) != .contents else {
        outcome.conflict = place.path
        return
      }
      let directory = try SavingDirectory(
        .beside, in: place.directory, path: place.directoryPath,
        fingerprint: identity.fingerprint, store: store)
      defer { try? store.close(directory.descriptor) }
      let item = directory.location(of: .partial, beside: place.name)
      do {
        try store.rename(place.location, to: item, .replacing)
      } catch {
        try? store.removeDirectory(at: directory.location)
        throw error
      }
      if try FileIdentity(of: item, in: store).fingerprint != identity.fingerprint {
        outcome.conflict = try directory.keep(
          ReservedName.partial.name(beside: place.name), store: store)
        return
      }
      if options.synchronizes { try store.synchronizeNames(in: place.directory) }
      try store.removeTree(at: directory.location)
    } catch {
      outcome.leftovers.append(old.path)
    }
  }
}

extension FileIdentity {
  func isSame(as other: FileIdentity) -> Bool { Item(self) == Item(other) }
}
