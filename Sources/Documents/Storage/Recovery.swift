internal import SystemPackage

/// Mends what saves that a crash had ended left behind.
struct Recovery {
  let store: any FileStore
  let options: SafeWriter.Options
  var report = RecoveryReport()

  init(writer: SafeWriter) {
    store = writer.store
    options = writer.options
  }

  /// Mends what is left at a place, beside it, in it and elsewhere.
  static func report(
    at place: SaveTarget, writer: SafeWriter
  ) throws(FileStoreError) -> RecoveryReport {
    var recovery = Recovery(writer: writer)
    try recovery.sweep(place.directory, path: place.directoryPath, .beside)
    if place.status?.kind == .directory { try recovery.sweepPackage(place) }
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

  /// The same in the user's directory, for what belongs to one place.
  private mutating func sweepElsewhere(for target: SaveTarget) throws(FileStoreError) {
    let path = options.recoveryDirectory
    let location = FileLocation(path.appending("."))
    guard try store.statusIfPresent(of: location) != nil else { return }
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
      return try store.names(in: directory).filter(SavingDirectory.isInUse)
    } catch  where error.errno == .permissionDenied || error.errno == .badFileDescriptor {
      // Where nobody may list, nobody finds anything.
      return []
    }
  }

  private mutating func mend(
    _ name: FilePath.Component, _ place: SavingDirectory.Place, in parent: FileDescriptor,
    path: FilePath, target: (FilePath.Component) -> FileLocation
  ) throws(FileStoreError) {
    guard
      let directory = try SavingDirectory(
        abandoned: name, place, in: parent, path: path, store: store)
    else { return }
    defer { try? store.close(directory.descriptor) }
    let names = try store.names(in: directory.descriptor)
    let abandoned = AbandonedSave(
      directory: directory, names: names, target: target, store: store,
      synchronizes: options.synchronizes)
    switch try abandoned.mend() {
    case .nothing:
      try store.removeTree(at: directory.location)
      report.removed.append(directory.path)
    case .restored(let location):
      try store.removeTree(at: directory.location)
      report.restored.append(location)
    case .keeps(let item):
      report.kept.append(try directory.keep(item, store: store))
    }
  }
}
