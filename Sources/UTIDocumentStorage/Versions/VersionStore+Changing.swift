package import SystemPackage
internal import UTIPlatform

extension VersionStore {
  /// Throws if the record cannot be written (rule J15).
  package func markResolved(_ version: ItemVersion, of path: FilePath) throws(FileStoreError) {
    switch version.place {
    case .stored: try change(version) { $0.isResolved = true }
    case .beside, .displaced:
      let path = resolvedPath(ofItem: path)
      let status = try store.statusIfPresent(of: FileLocation(path))
      let copy = try store.status(of: FileLocation(version.path))
      let (folder, lock) = try makeLockedFolder(
        for: path, status, device: status?.device ?? copy.device, size: 0)
      defer { if let lock { store.release(lock) } }
      let mark = folder.appending(Self.markName(version.identifier.dropFirst("beside-".count)))
      do throws(FileStoreError) {
        try store.writeFile([], to: FileLocation(mark), synchronizes: synchronizes)
      } catch  where error.errno == .fileExists {
        // Another process has recorded the same.
        return
      }
      try synchronizeNames(of: folder)
    }
  }

  /// Ignores a version outside the store, because it is never thinned.
  package func setDiscardable(
    _ isDiscardable: Bool, _ version: ItemVersion
  ) throws(FileStoreError) {
    guard case .stored = version.place else { return }
    try change(version) { $0.isDiscardable = isDiscardable }
  }

  /// Changes the record of a version under its lock.
  private func change(
    _ version: ItemVersion, _ body: (inout VersionRecord) -> Void
  ) throws(FileStoreError) {
    try holding(version) { directory throws(FileStoreError) in
      let note = directory.appending(VersionRecord.name)
      let bytes = try store.contents(of: FileLocation(note))
      guard let old = VersionRecord(decoding: bytes) else {
        throw FileStoreError(.read, path: note, errno: .badMessage)
      }
      // Remove the remains of an earlier change that a crash ended.
      try? sweep(directory)
      var new = old
      body(&new)
      if new != old { try replaceFile(new.encoded, at: note) }
    }
  }

  /// Deletes a version of the store; an item that another program left next to the item goes to the
  /// trash.
  package func remove(_ version: ItemVersion) throws(FileStoreError) {
    switch version.place {
    case .stored: try removeStored(version)
    case .beside: try trash.take(version.path, in: store)
    case .displaced(let directory):
      try trash.take(version.path, in: store)
      try store.removeTree(at: FileLocation(directory))
    }
  }

  /// Renames the version to a hidden name first, so that no partial version is visible; `mayGo`
  /// gets the current record.
  func removeStored(
    _ version: ItemVersion, where mayGo: (VersionRecord) -> Bool = { _ in true }
  ) throws(FileStoreError) {
    try holding(version) { directory throws(FileStoreError) in
      if let record = record(in: directory), !mayGo(record) { return }
      try removeDirectory(directory)
    }
  }

  /// Removes a directory in one step, and then its contents, which a sweep may remove too.
  func removeDirectory(_ path: FilePath) throws(FileStoreError) {
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let hidden = FileLocation(path.removingLastComponent().appending(Self.removedPrefix + random))
    try store.rename(FileLocation(path), to: hidden, .replacing)
    try? store.removeTree(at: hidden)
  }

  static let removedPrefix = ".gone-"

  /// Copies a version out of the store to another path, which must be free.
  package func take(_ version: ItemVersion, to destination: FilePath) throws(FileStoreError) {
    try store.copyTree(from: FileLocation(located(version).path), to: FileLocation(destination))
  }

  /// Keeps each state of the item once (rule J2); nil if it is already kept, or there is no item.
  package func addConflict(at path: FilePath, type: String?) throws(FileStoreError) -> ItemVersion?
  {
    let path = resolvedPath(ofItem: path)
    guard let status = try store.statusIfPresent(of: FileLocation(path)),
      status.kind == .regular || status.kind == .directory
    else { return nil }
    let identity = try FileIdentity(of: FileLocation(path), in: store)
    let fingerprint = identity.fingerprint
    let (own, lock) = try makeLockedFolder(
      for: path, status, device: status.device, size: identity.byteCount, .exclusive)
    defer { if let lock { store.release(lock) } }
    for folder in folders(of: path, status) {
      for name in (try? store.names(at: FileLocation(folder.path))) ?? [] {
        guard record(in: folder.path.appending(name))?.fingerprint != fingerprint else {
          return nil
        }
      }
    }
    return try add(
      contentsOf: FileLocation(path), identity, to: path, status, .conflict(type: type),
      byMoving: false, in: own)
  }

  /// Moves an item that a save has left next to it; nil if a process has it open for writing, and
  /// continues to write there and not in a copy; it is a version in conflict there too.
  package func takeConflict(
    _ left: FilePath, of path: FilePath, type: String?
  ) throws(FileStoreError) -> ItemVersion? {
    guard !store.hasWriter(at: FileLocation(left)) else { return nil }
    let version = try add(
      contentsOf: FileLocation(left), to: path, .conflict(type: type), byMoving: true)
    try? store.removeTree(at: FileLocation(left.removingLastComponent()))
    return version
  }
}
