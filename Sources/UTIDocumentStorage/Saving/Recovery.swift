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
