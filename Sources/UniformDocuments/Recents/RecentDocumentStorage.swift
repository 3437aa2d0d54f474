internal import SystemPackage
internal import UTIPlatform

/// Reads and replaces the file of a list, which every change replaces, under a lock on the
/// directory.
///
/// GLib takes no lock and renames a new file over the old one; the safe writer detects that, and
/// the change is then applied to GLib's new file.
struct RecentDocumentStorage {
  private static let mostAttempts = 8
  private static let longestWaiting = 2_000

  private let path: FilePath
  private let store: any FileStore
  private var writer: SafeWriter {
    var options = SafeWriter.Options()
    options.preservesHardLinks = false
    options.overwritesInPlace = false
    return SafeWriter(store: store, options: options)
  }

  init(_ list: RecentDocumentList, path: FilePath) {
    self.path = path
    store = list.store
  }

  /// Nil if there is no list yet.
  func read() throws -> BookmarkFile? {
    do {
      let place = try SaveTarget(path, store: store)
      defer { try? store.close(place.directory) }
      try requireOwn(place)
      return try contents(of: place).map { try BookmarkFile($0.bytes) }
    } catch let error as SafeWritingError where error.code == .missingDirectory {
      return nil
    }
  }

  func change(_ body: (inout BookmarkFile) throws -> Void) throws {
    try makeDirectories()
    let place = try SaveTarget(path, store: store)
    defer { try? store.close(place.directory) }
    try requireOwn(place)
    waitForTurn(place.directory)
    try writer.recover(at: path)
    var attempt = 1
    while true {
      do {
        return try changeOnce(body)
      } catch let error as SafeWritingError
        where [.changedOnDisk, .alreadyExists, .vanished].contains(error.code)
        && attempt < Self.mostAttempts
      {
        attempt += 1
      }
    }
  }

  private func changeOnce(_ body: (inout BookmarkFile) throws -> Void) throws {
    let place = try SaveTarget(path, store: store)
    defer { try? store.close(place.directory) }
    var found = try contents(of: place)
    var conflicts: [FilePath] = []
    while true {
      var file = try BookmarkFile(found?.bytes ?? [])
      try body(&file)
      guard file.bytes != found?.bytes, found != nil || !file.bookmarks.isEmpty else { return }
      let isNew = found == nil
      // A broken link exists, but its target does not.
      let operation: SafeWriter.Operation =
        isNew ? place.isLink ? .createOrOverwrite : .create : .overwrite
      let outcome = try file.bytes.withUnsafeBytes {
        try writer.write(
          $0, to: path, operation, expecting: found?.identity,
          attributes: FileAttributes(permissions: isNew ? .ownerReadWrite : nil))
      }
      for conflict in conflicts {
        try? store.removeTree(at: FileLocation(conflict.removingLastComponent()))
      }
      guard let conflict = outcome.conflict else { return }
      // Another process has just put a new list in this location, which must not be lost.
      conflicts = [conflict]
      found = (try store.contents(of: FileLocation(conflict)), outcome.identity)
    }
  }

  /// A list of another user, or in a directory that others can write: with another user's
  /// environment, a program would list that user's documents in a file that the user cannot change.
  private func requireOwn(_ place: SaveTarget) throws(FileStoreError) {
    if let fault = try store.privacyFault(of: place.absolutePath.removingLastComponent()) {
      throw fault.error
    }
    guard let status = place.status, status.owner != geteuid() else { return }
    throw PrivacyFault(path: path, reason: .belongs(to: status.owner)).error
  }

  /// Nil if there is no file.
  private func contents(of place: SaveTarget) throws -> (bytes: [UInt8], identity: FileIdentity)? {
    guard place.status != nil else { return nil }
    let before = try FileIdentity(of: place.location, in: store)
    guard before.kind == .regular else {
      throw SafeWritingError(.specialFile, path: path)
    }
    return (try store.contents(of: place.location), before)
  }

  /// Private to the user, as the base directory specification requires.
  private func makeDirectories() throws(FileStoreError) {
    var missing: [FilePath] = []
    var directory = path.removingLastComponent()
    while !directory.isEmpty,
      try store.statusIfPresent(of: FileLocation(directory.appending("."))) == nil
    {
      missing.append(directory)
      directory = directory.removingLastComponent()
    }
    for directory in missing.reversed() {
      do {
        try store.createDirectory(at: FileLocation(directory), permissions: .ownerReadWriteExecute)
      } catch  where error.errno == .fileExists {
        continue
      }
    }
  }

  /// The wait has a limit; without the lock, the comparison with the old file detects changes.
  private func waitForTurn(_ directory: FileDescriptor) {
    var waited = 0
    while waited < Self.longestWaiting, (try? store.lock(directory, .exclusive)) == false {
      usleep(10_000)
      waited += 10
    }
  }
}
