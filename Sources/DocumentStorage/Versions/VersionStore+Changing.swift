package import SystemPackage
internal import UTIPlatform

extension VersionStore {
  /// Notes that somebody has decided what becomes of a conflict (rule J15).
  ///
  /// - Throws: `FileStoreError` where the note cannot be written.
  package func markResolved(
    _ version: ItemVersion, of path: FilePath
  ) throws(FileStoreError) {
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
        // Somebody else has decided the same.
        return
      }
      try synchronizeNames(of: folder)
    }
  }

  /// Notes whether thinning may remove a version; nothing for one that is not in the store, which
  /// nobody thins.
  package func setDiscardable(
    _ isDiscardable: Bool, _ version: ItemVersion
  ) throws(FileStoreError) {
    guard case .stored = version.place else { return }
    try change(version) { $0.isDiscardable = isDiscardable }
  }

  /// Changes what is noted of a version, while nobody else does.
  private func change(
    _ version: ItemVersion, _ body: (inout VersionRecord) -> Void
  ) throws(FileStoreError) {
    try holding(version) { directory throws(FileStoreError) in
      let note = directory.appending(VersionRecord.name)
      let bytes = try store.contents(of: FileLocation(note))
      guard let old = VersionRecord(decoding: bytes) else {
        throw FileStoreError(.read, path: note, errno: .badMessage)
      }
      // What a crash has left of an earlier change.
      try? sweep(directory)
      var new = old
      body(&new)
      if new != old { try replaceFile(new.encoded, at: note) }
    }
  }

  /// Removes a version, because somebody asks for it: one of the store for good, and what others have
  /// left beside the item into the trash.
  package func remove(_ version: ItemVersion) throws(FileStoreError) {
    switch version.place {
    case .stored: try removeStored(version)
    case .beside: try trash.take(version.path, in: store)
    case .displaced(let directory):
      try trash.take(version.path, in: store)
      try store.removeTree(at: FileLocation(directory))
    }
  }

  /// Gives the version a hidden name first, so that nobody finds one in part.
  ///
  /// - Parameter mayGo: says of what is noted of it now whether it goes.
  func removeStored(
    _ version: ItemVersion, where mayGo: (VersionRecord) -> Bool = { _ in true }
  ) throws(FileStoreError) {
    try holding(version) { directory throws(FileStoreError) in
      if let record = record(in: directory), !mayGo(record) { return }
      try removeDirectory(directory)
    }
  }

  /// Removes a directory in one step, and what is in it afterwards; whoever sweeps may be at that, too.
  func removeDirectory(_ path: FilePath) throws(FileStoreError) {
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    let hidden = FileLocation(path.removingLastComponent().appending(Self.removedPrefix + random))
    try store.rename(FileLocation(path), to: hidden, .replacing)
    try? store.removeTree(at: hidden)
  }

  /// How the names begin of versions that are being removed.
  static let removedPrefix = ".gone-"

  /// Takes a version out of the store to another place, which must be free.
  package func take(
    _ version: ItemVersion, to destination: FilePath
  ) throws(FileStoreError) {
    try store.copyTree(from: FileLocation(located(version).path), to: FileLocation(destination))
  }

  /// Keeps what is at an item as a conflict, once for each of its states (rule J2).
  ///
  /// - Returns: nil where it is kept already, or there is nothing.
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

  /// Moves what a save has left in a directory of its own beside an item into the store, as a
  /// conflict.
  ///
  /// - Returns: nil where somebody has it open for writing, who goes on where it is and not in a copy:
  ///   there it is a version in conflict, too.
  package func takeConflict(
    _ left: FilePath, of path: FilePath, type: String?
  ) throws(FileStoreError) -> ItemVersion? {
    guard !store.hasWriter(at: FileLocation(left)) else { return nil }
    let version = try add(
      contentsOf: FileLocation(left), to: path, .conflict(type: type), byMoving: true)
    try? store.removeTree(at: FileLocation(left.removingLastComponent()))
    return version
  }

  /// Replaces an item with a version; the current contents are kept as a version first.
  ///
  /// - Parameters:
  ///   - version: the version, which stays.
  ///   - path: the item; made where there is none.
  /// - Returns: what was kept of the item; nil where there was none.
  /// - Throws: `FileStoreError` where the current contents cannot be kept, and nothing has changed
  ///   then; `SafeWritingError` where the item cannot be replaced.
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
      // What is still in its place needs no copy, which would take that of an older one.
      if (error as? SafeWritingError)?.isOriginalIntact != false { try? removeStored(kept) }
      throw error
    }
    return self.version(of: path, kept.identifier) ?? kept
  }

  /// Replaces an item with the contents of a version.
  ///
  /// - Parameter expected: what is replaced; nil for whatever is there.
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
