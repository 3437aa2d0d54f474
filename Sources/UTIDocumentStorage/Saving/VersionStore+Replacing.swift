package import SystemPackage
internal import UTIPlatform

extension ItemVersion {
  package var isStored: Bool {
    if case .stored = place { true } else { false }
  }
}

extension VersionStore {
  /// Creates an empty directory on the file system for the versions of an item.
  package func makeTemporaryDirectory(for path: FilePath) throws(FileStoreError) -> FilePath {
    let path = resolvedPath(ofItem: path)
    let status = try store.status(of: FileLocation(path))
    let size = try FileIdentity(of: FileLocation(path), in: store).byteCount
    let root = try makeRoot(for: path, device: status.device, size: size)
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let directory = root.appending(".temporary-" + random)
    try store.createDirectory(at: FileLocation(directory), permissions: .ownerReadWriteExecute)
    return directory
  }

  /// Returns the item's path, with the version's extension.
  ///
  /// - Throws: `SafeWritingError` or `FileStoreError`, also if the other name exists.
  package func replaceAdoptingExtension(
    _ path: FilePath, with version: ItemVersion
  ) throws -> FilePath {
    guard let name = path.lastComponent, let ending = version.path.lastComponent?.extension,
      name.extension != ending,
      let newName = Self.name(name, withExtension: ending)
    else {
      try replace(path, with: version)
      return path
    }
    let place = path.removingLastComponent().appending(newName)
    let old = try? FileIdentity(of: FileLocation(path), in: store)
    var options = SafeWriter.Options()
    options.synchronizes = synchronizes
    try SafeWriter(store: store, options: options).write(
      to: place, .create,
      superseding: old.map { SafeWriter.SupersededItem(path: path, identity: $0) }
    ) { temporary in
      try store.copyTree(from: FileLocation(located(version).path), to: FileLocation(temporary))
    }
    // The versions of the item follow it to its new name.
    let (before, now) = (resolvedPath(ofItem: path), resolvedPath(ofItem: place))
    if let status = try store.statusIfPresent(of: FileLocation(now)) {
      let folder = try makeFolder(for: now, status, device: status.device, size: 0)
      for other in folders(of: before, nil) { adopt(other, as: folder) }
    }
    return place
  }

  /// Keeps other bytes even if they are not valid UTF-8.
  private static func name(
    _ name: FilePath.Component, withExtension ending: String
  ) -> FilePath.Component? {
    let bytes = name.bytes
    guard String(validating: bytes, as: UTF8.self) == nil else {
      return FileName.joined(name.stem, extension: ending).flatMap { FilePath.Component($0) }
    }
    let period = bytes.lastIndex(of: UInt8(ascii: ".")) ?? 0
    let stem = period > 0 ? bytes[..<period] : bytes[...]
    return (stem + Array(".\(ending)".utf8) + [0]).map { CChar(bitPattern: $0) }
      .withUnsafeBufferPointer { characters in
        characters.baseAddress.flatMap { FilePath.Component(platformString: $0) }
      }
  }
}

extension VersionStore {
  /// Keeps the version, and returns one of the current contents; nil if there was no item.
  ///
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

  /// `expected` is nil for any item.
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
