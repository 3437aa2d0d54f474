internal import SystemPackage
internal import UTIPlatform

/// Mends what saves that a crash had ended left behind.
struct Recovery {
  let store: any FileStore
  let options: SafeWriter.Options
  /// The place that somebody is going to read.
  let own: SaveTarget
  /// The item whose lock the caller holds; nil for none.
  let held: FileIdentity.Item?
  var report = RecoveryReport()

  private static let refusals: Set<Errno> = [
    .permissionDenied, .notPermitted, .readOnlyFileSystem,
  ]

  init(
    of own: SaveTarget, store: any FileStore, options: SafeWriter.Options,
    holding held: FileIdentity?
  ) {
    self.own = own
    self.store = store
    self.options = options
    self.held = held.map(FileIdentity.Item.init)
  }

  /// Mends what is left at a place, beside it, in it and elsewhere.
  ///
  /// - Parameter held: the item whose lock the caller holds; nil for none.
  static func report(
    at place: SaveTarget, store: any FileStore, options: SafeWriter.Options,
    holding held: FileIdentity? = nil
  ) throws(FileStoreError) -> RecoveryReport {
    var recovery = Recovery(of: place, store: store, options: options, holding: held)
    try recovery.sweep(place.directory, path: place.directoryPath, .beside)
    // What was swept beside the package may have told that another item has its place.
    if try store.statusIfPresent(of: place.location)?.kind == .directory {
      try recovery.sweepPackage(place)
    }
    try recovery.sweepElsewhere(for: place)
    return recovery.report
  }

  /// Looks into every saving directory of a directory whose owner has died.
  private mutating func sweep(
    _ directory: FileDescriptor, path: FilePath, _ place: SavingDirectory.Place
  ) throws(FileStoreError) {
    for name in try savingDirectories(in: directory) {
      try mend(name, place, in: directory, path: path) { item in
        FileLocation(item, in: directory)
      }
    }
  }

  /// The same in a package, whose saving directories hold the package's own next version.
  private mutating func sweepPackage(_ target: SaveTarget) throws(FileStoreError) {
    let package = try store.open(target.location, for: .reading)
    defer { try? store.close(package) }
    for name in try savingDirectories(in: package) {
      try mend(name, .inside, in: package, path: target.path) { _ in target.location }
    }
  }

  /// The same in the user's directories, for what belongs to one place.
  ///
  /// What lies where others can put something is none of the user's.
  private mutating func sweepElsewhere(for target: SaveTarget) throws(FileStoreError) {
    for path in options.recoveryDirectories {
      do throws(FileStoreError) {
        try sweepElsewhere(path, for: target)
      } catch  where Self.refusals.contains(error.errno) || error.errno == .notDirectory {
        // There is none where the user may not look.
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
      return try store.names(in: directory, beginningWith: SavingDirectory.prefix)
    } catch  where error.errno == .permissionDenied || error.errno == .badFileDescriptor {
      // Where nobody may list, nobody finds anything.
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
      // It is another user's, who will find it.
      report.unresolved.append(path.appending(name))
      return
    }
    guard let directory = found else { return }
    defer { try? store.close(directory.descriptor) }
    let names = try store.names(in: directory.descriptor)
    // The folder of a document that lies elsewhere may hold the only copy of its changes.
    guard place == .elsewhere || !names.contains(where: ReservedName.isTarget) else { return }
    let abandoned = AbandonedSave(
      directory: directory, names: names, target: target, store: store,
      synchronizes: options.synchronizes)
    do throws(FileStoreError) {
      let lock = try lockItem(of: abandoned)
      defer { if let lock { store.release(lock) } }
      settle(try abandoned.mend(), in: directory)
    } catch  where error.operation == .lock && error.errno == .wouldBlock {
      // Somebody saves the item, or has stopped in the middle of that.
      report.unresolved.append(directory.path)
    } catch {
      // Only what has become of the item itself may stop whoever wants to read it.
      guard abandoned.item != own.name else { throw error }
      report.unresolved.append(directory.path)
    }
  }

  /// Keeps others from saving an item that is going to be mended.
  private func lockItem(of abandoned: AbandonedSave) throws(FileStoreError) -> ItemLock? {
    guard abandoned.mayChangeItem, let target = abandoned.target,
      let status = try store.statusIfPresent(of: target), held != FileIdentity.Item(status)
    else { return nil }
    // Whoever holds a lock, and waited for one, could wait for somebody who waits for him.
    return try store.lockItem(
      at: target, .exclusive, patience: held == nil ? options.patience : .zero)
  }

  /// Does what a finding asks for; what cannot be tidied away does no harm.
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
