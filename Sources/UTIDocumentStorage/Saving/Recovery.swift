internal import SystemPackage
internal import UTIPlatform

/// The recovery of saves that a crash ended.
struct Recovery {
  let store: any FileStore
  let options: SafeWriter.Options
  /// The target that the caller is going to read.
  let own: SaveTarget
  /// The item whose lock the caller holds; nil for none.
  let held: FileStatus.Item?
  var report = RecoveryReport()

  /// The directories without saving directories.
  private static let clean = QuietDirectories()
  private static let refusals: Set<Errno> = [.permissionDenied, .notPermitted, .readOnlyFileSystem]

  init(
    of own: SaveTarget, store: any FileStore, options: SafeWriter.Options,
    holding held: FileIdentity?
  ) {
    self.own = own
    self.store = store
    self.options = options
    self.held = held.map(\.item)
  }

  /// Searches next to the target, in it and in the recovery directories; the caller holds the lock
  /// of `held`.
  static func report(
    at place: SaveTarget, store: any FileStore, options: SafeWriter.Options,
    holding held: FileIdentity? = nil
  ) throws(FileStoreError) -> RecoveryReport {
    var recovery = Recovery(of: place, store: store, options: options, holding: held)
    try recovery.sweep(place.directory, path: place.directoryPath, .beside)
    // Recovery next to the package may have replaced the item in the target.
    let status =
      recovery.report == RecoveryReport()
      ? place.status : try store.statusIfPresent(of: place.location)
    if status?.kind == .directory { try recovery.sweepPackage(place) }
    try recovery.sweepElsewhere(for: place)
    return recovery.report
  }

  private mutating func sweep(
    _ directory: FileDescriptor, path: FilePath, _ place: SavingDirectory.Place
  ) throws(FileStoreError) {
    for name in try savingDirectories(in: directory) {
      try mend(name, place, in: directory, path: path) { item in
        FileLocation(item, in: directory)
      }
    }
  }

  /// Recovers abandoned saves in a package, whose next version they hold.
  private mutating func sweepPackage(_ target: SaveTarget) throws(FileStoreError) {
    let package = try store.open(target.location, for: .reading)
    defer { try? store.close(package) }
    for name in try savingDirectories(in: package) {
      try mend(name, .inside, in: package, path: target.path) { _ in target.location }
    }
  }

  /// Ignores directories that other users can write to.
  private mutating func sweepElsewhere(for target: SaveTarget) throws(FileStoreError) {
    for path in options.recoveryDirectories {
      do throws(FileStoreError) {
        try sweepElsewhere(path, for: target)
      } catch  where Self.refusals.contains(error.errno) || error.errno == .notDirectory {
        // A directory that the user may not read has no saves of the user.
      }
    }
  }

  private mutating func sweepElsewhere(
    _ path: FilePath, for target: SaveTarget
  ) throws(FileStoreError) {
    let location = FileLocation(path.appending("."))
    guard try store.statusIfPresent(of: location) != nil, try store.isPrivate(path) else { return }
    let directory = try store.open(location, for: .reading)
    defer { try? store.close(directory) }
    for name in try savingDirectories(in: directory) {
      let link = FileLocation(name, in: directory)
        .appending(ReservedName.target.name(beside: target.name))
      let destination = try? store.destinationOfSymbolicLink(at: link)
      guard destination == target.absolutePath else { continue }
      try mend(name, .elsewhere, in: directory, path: path) { _ in target.location }
    }
  }

  private func savingDirectories(
    in directory: FileDescriptor
  ) throws(FileStoreError) -> [FilePath.Component] {
    do throws(FileStoreError) {
      let status = try store.status(of: directory)
      if Self.clean.contains(status) { return [] }
      let names = try store.names(in: directory, beginningWith: SavingDirectory.prefix)
      if names.isEmpty { Self.clean.insert(status, directory) }
      return names
    } catch  where error.errno == .permissionDenied || error.errno == .badFileDescriptor {
      // A directory that cannot be listed has no saves to recover.
      return []
    }
  }

  private mutating func mend(
    _ name: FilePath.Component, _ place: SavingDirectory.Place, in parent: FileDescriptor,
    path: FilePath, target: (FilePath.Component) -> FileLocation
  ) throws(FileStoreError) {
    let found: SavingDirectory?
    do throws(FileStoreError) {
      found = try SavingDirectory(abandoned: name, place, in: parent, path: path, store: store)
    } catch  where Self.refusals.contains(error.errno) {
      // The directory belongs to another user, and only that user can recover it.
      report.unresolved.append(path.appending(name))
      return
    }
    guard let directory = found else { return }
    defer { directory.close(in: store) }
    let names = try store.names(in: directory.descriptor)
    // The directory of a document in a recovery location may hold the only copy of its changes.
    guard place == .elsewhere || !names.contains(where: ReservedName.isTarget) else { return }
    let abandoned = AbandonedSave(
      directory: directory, names: names, target: target, store: store,
      synchronizes: options.synchronizes)
    do throws(FileStoreError) {
      let lock = try lockItem(of: abandoned)
      defer { if let lock { store.release(lock) } }
      settle(try abandoned.mend(), in: directory)
    } catch  where error.operation == .lock && error.errno == .wouldBlock {
      // Another process saves the item, or has stopped during a save.
      report.unresolved.append(directory.path)
    } catch {
      // Only a failure that affects the item itself may prevent the caller from reading it.
      guard abandoned.item != own.name else { throw error }
      report.unresolved.append(directory.path)
    }
  }

  private func lockItem(of abandoned: AbandonedSave) throws(FileStoreError) -> ItemLock? {
    guard abandoned.mayChangeItem, let target = abandoned.target,
      let status = try store.statusIfPresent(of: target), held != status.item
    else { return nil }
    // A caller that holds a lock must not wait for another one, because of deadlocks.
    return try store.lockItem(
      at: target, .exclusive, patience: held == nil ? options.patience : .zero)
  }

  /// Applies a result; temporary items that cannot be removed do no harm.
  private mutating func settle(_ finding: AbandonedSave.Result, in directory: SavingDirectory) {
    do throws(FileStoreError) {
      switch finding {
      case .nothing:
        try store.removeTree(at: directory.location)
        report.removed.append(directory.path)
      case .awaits: break
      case .restored(let path):
        report.restored.append(path)
        try store.removeTree(at: directory.location)
      case .keeps(let item):
        report.kept.append(try directory.keep(item, store: store))
      case .superseded(let old, let new, let item):
        report.superseded[old] = new
        report.kept.append(try directory.keep(item, store: store))
      }
    } catch {
      report.unresolved.append(directory.path)
    }
  }
}

/// The remains of a save that a crash ended, in its saving directory.
struct AbandonedSave {
  /// The result of recovering an abandoned save.
  enum Result {
    /// The remains are not needed: the target has a complete item.
    case nothing
    case restored(FilePath)
    /// Another process has the held item open for writing, and has not written to it yet.
    case awaits
    /// The directory holds contents that exist nowhere else.
    case keeps(FilePath.Component)
    /// An item under another name had superseded the item, which is now in the saving directory.
    case superseded(FilePath, by: FilePath, FilePath.Component)
  }

  let directory: SavingDirectory
  let item: FilePath.Component?
  let target: FileLocation?
  let store: any FileStore
  let synchronizes: Bool
  private let names: [FilePath.Component]

  init(
    directory: SavingDirectory, names: [FilePath.Component],
    target: (FilePath.Component) -> FileLocation, store: any FileStore, synchronizes: Bool
  ) {
    self.directory = directory
    self.names = names
    self.store = store
    self.synchronizes = synchronizes
    item = ReservedName.item(among: names)
    self.target = item.map(target)
  }

  var mayChangeItem: Bool {
    guard let item else { return false }
    let reserved: [ReservedName] = [.manifest, .backup]
    return reserved.contains { names.contains($0.name(beside: item)) }
  }

  func mend() throws(FileStoreError) -> Result {
    // Without the new item, the save had either ended or just begun.
    guard let item, let target else { return try takeSuperseded() ?? .nothing }
    let present = try store.statusIfPresent(of: target)
    if names.contains(ReservedName.manifest.name(beside: item)) {
      return try finishReplacingChildren(item, in: target)
    }
    if names.contains(ReservedName.backup.name(beside: item)) {
      let backup = directory.location(of: .backup, beside: item)
      guard let present else { return try putBack(backup, to: target) }
      return try compare(present, backup: backup, item: item, target: target)
    }
    return try judge(item, target: target, present: present)
  }

  /// Nil if the new item no longer exists, or the old one is not the noted one (rule E9).
  private func takeSuperseded() throws(FileStoreError) -> Result? {
    guard let name = names.first(where: ReservedName.isSuperseded) else { return nil }
    let link = directory.location(of: name)
    guard let note = SupersededNote(link: try store.destinationOfSymbolicLink(at: link)) else {
      return nil
    }
    let new = FileLocation(note.newName, in: directory.parent)
    let old = FileLocation(note.oldName, in: directory.parent)
    guard try store.statusIfPresent(of: new) != nil, try store.statusIfPresent(of: old) != nil,
      try FileIdentity(of: old, in: store).fingerprint == note.fingerprint
    else { return nil }
    try store.rename(old, to: directory.location(of: note.oldName), .replacing)
    if synchronizes { try store.synchronizeNames(in: directory.parent) }
    try store.removeFile(at: link)
    let place = SystemFileStore.path(of: directory.parent)
    return .superseded(
      place.appending(note.oldName), by: place.appending(note.newName), note.oldName)
  }

  private func judge(
    _ item: FilePath.Component, target: FileLocation, present: FileStatus?
  ) throws(FileStoreError) -> Result {
    let location = directory.location(of: item)
    if directory.replacesNothing {
      // A new item with a second name in the target was already in place.
      guard let present, try present.isSameItem(as: store.status(of: location)) else {
        return .nothing
      }
      try store.removeFile(at: location)
      return try takeSuperseded() ?? .nothing
    }
    // A process that closes the item after this check has written before the comparison.
    let hasWriter = store.hasWriter(at: location)
    let left = try FileIdentity(of: location, in: store).fingerprint
    if hasWriter, left == directory.replacedFingerprint { return .awaits }
    guard present != nil, try !wasWrittenUnnoticed(item) else { return .keeps(item) }
    let now = try FileIdentity(of: target, in: store).fingerprint
    // Either the old item was replaced, or the new one was never put in place. Otherwise the item
    // of another process was replaced, or a process has saved since.
    if [left, now].contains(directory.replacedFingerprint) { return .nothing }
    return try store.hasEqualBytes(location, target) ? .nothing : .keeps(item)
  }

  /// Returns whether an item that was open for writing has changed, even if its times have not.
  private func wasWrittenUnnoticed(_ item: FilePath.Component) throws(FileStoreError) -> Bool {
    guard names.contains(ReservedName.open.name(beside: item)) else { return false }
    let note = directory.location(of: .open, beside: item)
    let noted = try store.destinationOfSymbolicLink(at: note).string
    guard try String(store.digest(of: directory.location(of: item)), radix: 36) != noted else {
      return false
    }
    try? store.removeFile(at: note)
    return true
  }

  /// Restores the old item after a crash between moving it aside and moving the new one in.
  private func putBack(
    _ backup: FileLocation, to target: FileLocation
  ) throws(FileStoreError) -> Result {
    _ = try store.renameExclusively(backup, to: target, kind: .other)
    if synchronizes, let parent = target.directory { try store.synchronizeNames(in: parent) }
    return .restored(SystemFileStore.path(of: target))
  }

  private func compare(
    _ present: FileStatus, backup: FileLocation, item: FilePath.Component, target: FileLocation
  ) throws(FileStoreError) -> Result {
    let new = directory.location(of: item)
    if try present.isSameItem(as: store.status(of: backup)) { return .nothing }
    if try store.hasEqualBytes(target, new) { return .nothing }
    if try store.hasEqualBytes(target, backup) { return .nothing }
    guard try store.isMixture(target, of: backup, and: new) else {
      return .keeps(ReservedName.backup.name(beside: item))
    }
    try store.withOpen(target, for: .writing) { file throws(FileStoreError) in
      try store.overwrite(file, with: backup, synchronizes: synchronizes)
    }
    return .restored(SystemFileStore.path(of: target))
  }

  private func finishReplacingChildren(
    _ item: FilePath.Component, in target: FileLocation
  ) throws(FileStoreError) -> Result {
    let manifest = directory.location(of: .manifest, beside: item)
    let replacement = ChildReplacement(
      package: target, newPackage: directory.location(of: item),
      oldChildren: directory.location(of: .backup, beside: item), store: store,
      synchronizes: synchronizes)
    try replacement.run(PackageNames(decoding: try store.contents(of: manifest)))
    try store.removeFile(at: manifest)
    return .restored(SystemFileStore.path(of: target))
  }
}
