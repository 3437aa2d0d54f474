package import SystemPackage
internal import UTIPlatform

/// The facts about a version that its contents do not contain.
package struct VersionNotes: Hashable, Sendable {
  package var origin = ItemVersion.Origin.save
  package var type: String?
  package var isConflict = false
  package var isDiscardable = true
  /// Nil if it is not known.
  package var author: VersionAuthor?
  package var digest: UInt64?

  package init(origin: ItemVersion.Origin = .save, type: String? = nil) {
    self.origin = origin
    self.type = type
  }

  static func conflict(type: String?) -> VersionNotes {
    var notes = VersionNotes(origin: .external, type: type)
    notes.isConflict = true
    notes.isDiscardable = false
    return notes
  }
}

extension VersionStore {
  /// The item need not exist; the contents stay at their location after an error.
  ///
  /// `byMoving`: the contents may be moved. Contents that share files with other items are copied,
  /// because the files could be written there.
  package func add(
    contentsOf source: FileLocation, to path: FilePath, _ notes: VersionNotes, byMoving: Bool
  ) throws(FileStoreError) -> ItemVersion {
    let path = resolvedPath(ofItem: path)
    let identity = try FileIdentity(of: source, in: store)
    guard identity.kind == .regular || identity.kind == .directory else {
      throw FileStoreError(.open, path: SystemFileStore.path(of: source), errno: .invalidArgument)
    }
    let item = try store.statusIfPresent(of: FileLocation(path))
    let (folder, lock) = try makeLockedFolder(
      for: path, item, device: item?.device ?? identity.device, size: identity.byteCount)
    defer { if let lock { store.release(lock) } }
    return try add(
      contentsOf: source, identity, to: path, item, notes, byMoving: byMoving, in: folder)
  }

  /// The directory is locked against moves; `item` is nil if it does not exist.
  func add(
    contentsOf source: FileLocation, _ identity: FileIdentity, to path: FilePath,
    _ item: FileStatus?, _ notes: VersionNotes, byMoving: Bool, in folder: FilePath
  ) throws(FileStoreError) -> ItemVersion {
    try? sweep(folder)
    let author = notes.author
    var record = VersionRecord(
      date: identity.modified, kept: now(), size: identity.byteCount,
      isDiscardable: notes.isDiscardable)
    record.host = author?.host
    record.user = author?.user
    record.program = author?.program
    record.type = notes.type
    record.origin = notes.origin
    record.isConflict = notes.isConflict
    record.digest = notes.digest
    record.fingerprint = identity.fingerprint
    let name = contentsName(for: path, from: source)
    let (hidden, lock) = try makeHidden(in: folder)
    defer { try? store.close(lock) }
    let contents = FileLocation(hidden.appending(name))
    var directory = hidden
    var isMoved = false
    do throws(FileStoreError) {
      try store.writeFile(
        record.encoded, to: FileLocation(hidden.appending(VersionRecord.name)),
        synchronizes: synchronizes)
      if byMoving, try !sharesFiles(source, identity) {
        // Contents without another copy must stay reachable after a crash.
        try synchronizeNames(of: hidden)
        try synchronizeNames(of: folder)
        isMoved = try isMoving(source, to: contents)
      }
      if !isMoved { try copy(source, to: contents, in: hidden) }
      if synchronizes { try store.synchronizeTree(at: FileLocation(hidden)) }
      let identifier = newIdentifier(record.kept)
      let place = folder.appending(identifier)
      _ = try store.renameExclusively(
        FileLocation(hidden), to: FileLocation(place), kind: .directory)
      directory = place
      try synchronizeNames(of: folder)
      if let item { try? note(path, item, in: folder) }
      if byMoving, !isMoved { try? store.removeTree(at: source) }
      return version(identifier, record, in: folder, contents: name)
    } catch {
      // Contents that cannot be moved back become a version at the next sweep.
      let isPutBack =
        !isMoved
        || (try? store.renameExclusively(
          FileLocation(directory.appending(name)), to: source, kind: identity.kind)) != nil
      if isPutBack { try? store.removeTree(at: FileLocation(directory)) }
      throw error
    }
  }

  /// Returns false if the contents must be copied.
  private func isMoving(
    _ source: FileLocation, to contents: FileLocation
  ) throws(FileStoreError) -> Bool {
    do throws(FileStoreError) {
      try store.rename(source, to: contents, .replacing)
      return true
    } catch  where [.improperLink, .permissionDenied, .notPermitted].contains(error.errno) {
      return false
    }
  }

  private func copy(
    _ source: FileLocation, to contents: FileLocation, in hidden: FilePath
  ) throws(FileStoreError) {
    let partial = FileLocation(hidden.appending(".partial"))
    try store.copyTree(from: source, to: partial)
    if synchronizes { try store.synchronizeTree(at: partial) }
    try store.rename(partial, to: contents, .replacing)
  }

  /// A file could be written through another name; the old and the new package share unchanged
  /// files.
  private func sharesFiles(
    _ source: FileLocation, _ identity: FileIdentity
  ) throws(FileStoreError) -> Bool {
    if identity.kind == .regular { return try store.status(of: source).linkCount > 1 }
    for (name, child) in identity.children ?? [:] where child.kind != .symbolicLink {
      if try sharesFiles(source.appending(name), child) { return true }
    }
    return false
  }

  /// `contents` with the extension of the item.
  private func contentsName(for path: FilePath, from source: FileLocation) -> FilePath.Component {
    let name = path.lastComponent ?? source.path.lastComponent
    let ending = name?.extension.map { "." + $0 } ?? ""
    return FilePath.Component("contents" + ending) ?? .known("contents")
  }

  /// Returns an identifier that sorts by time.
  func newIdentifier(_ time: FileTime) -> FilePath.Component {
    let random = String(UInt32.random(in: 0 ... .max), radix: 36)
    return .known(time.timestamp.filter { $0 != "-" && $0 != ":" } + "-" + random)
  }

  package func thin(_ path: FilePath) {
    let path = resolvedPath(ofItem: path)
    let status = (try? store.statusIfPresent(of: FileLocation(path))) ?? nil
    let stored = storedVersions(of: path, status)
    guard let first = stored.first else { return }
    let gone = limits.superfluous(
      among: stored, now: now(), capacity: VersionLimits.capacity(of: first.path))
    // A version that another process changes, or has marked to keep since, stays.
    var impatient = self
    impatient.patience = .zero
    for version in gone {
      try? impatient.removeStored(version, where: \.mayBeThinned)
    }
  }
}
