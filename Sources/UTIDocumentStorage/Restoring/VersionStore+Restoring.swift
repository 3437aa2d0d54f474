package import SystemPackage

extension VersionStore {
  /// Replaces an item with a version; the current contents are first kept as a version.
  ///
  /// - Parameters:
  ///   - version: the version, which is kept.
  ///   - path: the item, which is created if it does not exist.
  /// - Returns: the version of the current contents; nil if there was no item.
  /// - Throws: `FileStoreError` if the current contents cannot be kept, in which case nothing has
  ///   changed; `SafeWritingError` if the item cannot be replaced.
  package func restore(_ version: ItemVersion, to path: FilePath) throws -> ItemVersion? {
    let location = FileLocation(resolvedPath(ofItem: path))
    guard try store.statusIfPresent(of: location) != nil else {
      try replace(path, with: version, .create)
      return nil
    }
    let current = try FileIdentity(of: location, in: store)
    let notes = VersionNotes(type: version.type)
    let kept = try add(contentsOf: location, to: path, notes, byMoving: false)
    do {
      try replace(path, with: version, .overwrite, expecting: current)
    } catch {
      // A copy of the item that is still in place would displace an older version.
      if (error as? SafeWritingError)?.isOriginalIntact != false { try? removeStored(kept) }
      throw error
    }
    return self.version(of: path, kept.identifier) ?? kept
  }

  /// Replaces an item with the contents of a version.
  ///
  /// - Parameter expected: the expected item; nil for any item.
  package func replace(
    _ path: FilePath, with version: ItemVersion,
    _ operation: SafeWriter.Operation = .createOrOverwrite, expecting expected: FileIdentity? = nil
  ) throws {
    var options = SafeWriter.Options()
    options.synchronizes = synchronizes
    try SafeWriter(store: store, options: options).write(
      to: path, operation, expecting: expected
    ) { place in
      try store.copyTree(from: FileLocation(located(version).path), to: FileLocation(place))
    }
    let path = resolvedPath(ofItem: path)
    guard let status = try store.statusIfPresent(of: FileLocation(path)) else { return }
    for folder in folders(of: path, status) where folder.path.lastComponent == Self.key(of: path) {
      try note(path, status, in: folder.path)
    }
  }
}
