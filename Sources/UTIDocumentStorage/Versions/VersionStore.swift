internal import Synchronization
package import SystemPackage
package import UTIPlatform

/// A store of earlier states of items, which also finds states that other programs left next to
/// them.
///
/// `KEY/item.json` identifies an item, `KEY/ID/version.json` has a version's time, author and
/// origin, and `KEY/ID/contents.rtf` is a complete copy. `KEY` is in `STATE/versions` for items on
/// its file system and for small items, else in `TOP/.uniform-types-UID/versions` on the item's
/// own.
///
/// A version is renamed from a hidden name after it is complete and flushed, so a crash leaves a
/// complete version or none. A process that changes or removes a version holds the lock of its
/// directory. A process that moves the versions of an item holds the exclusive lock of their
/// directory, and processes that add versions share that lock.
package struct VersionStore: Sendable {
  package let store: any FileStore
  /// Has versions of items on its file system, and of small ones; nil without a private directory.
  package var directory: FilePath?
  package var limits = VersionLimits()
  package var now: @Sendable () -> FileTime = { .now }
  package var author = VersionAuthor.current
  /// The trash for removed items that other programs left next to an item.
  package var trash = Trash()
  package var synchronizes = true
  /// The limit, in bytes, for contents on another file system that go to the user's state
  /// directory.
  package var smallSize: Int64 = 1 << 20
  /// The maximum time that a change waits for another change of the same versions, in any process.
  package var patience = Duration.seconds(5)
  /// Preferred, but not writable now; versions in them are found.
  var betterDirectories: [FilePath] = []
  /// Directories of the user for versions from times when this one could not be written.
  var furtherDirectories: [FilePath] = []

  /// `directory` is for new versions; nil for the first candidate that is private and writable.
  package init(
    store: any FileStore = SystemFileStore(), directory: FilePath? = nil,
    among candidates: [FilePath] = Self.userDirectories
  ) {
    self.store = store
    self.directory = directory ?? UserState.directory?.appending("versions")
    guard let place = self.directory.flatMap(candidates.firstIndex) else { return }
    betterDirectories = Array(candidates[..<place])
    furtherDirectories = Array(candidates[(place + 1)...])
  }

  /// The candidate directories for versions of the user, in order of preference.
  package static var userDirectories: [FilePath] {
    UserState.directories.map { $0.appending("versions") }
  }
}

/// The author of a version.
package struct VersionAuthor: Hashable, Sendable {
  package var host: String?
  package var user: String?
  package var program: String?

  package init(host: String?, user: String?, program: String?) {
    self.host = host
    self.user = user
    self.program = program
  }

  package static let current: VersionAuthor = {
    var name = [CChar](repeating: 0, count: 256)
    let host = gethostname(&name, 255) == 0 ? text(name) : nil
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var user: String?
    if getpwuid_r(geteuid(), &account, &buffer, buffer.count, &found) == 0, found != nil {
      user = account.pw_name.map { String(cString: $0) }
    }
    return VersionAuthor(
      host: host, user: user ?? "\(geteuid())",
      program: FilePath(CommandLine.arguments.first ?? "").lastComponent?.string)
  }()

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension VersionStore {
  /// Returns the path of an item without symbolic links, as far as it exists.
  package func resolvedPath(ofItem path: FilePath) -> FilePath {
    guard let place = try? SaveTarget(path, store: store) else { return path }
    defer { try? store.close(place.directory) }
    return place.absolutePath
  }

  static func key(of path: FilePath) -> FilePath.Component {
    path.withPlatformString { characters in
      let bytes = UnsafeRawBufferPointer(start: characters, count: path.length)
      // Two hashes prevent a confusion of the versions of two items.
      var (first, second) = (StableHash(), StableHash())
      second.combine(1 as UInt8)
      first.combine(bytes)
      second.combine(bytes)
      return .known(digits(first.value) + digits(second.value))
    }
  }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  /// Begins with the one for new versions; a missing item is taken to be on its directory's file
  /// system.
  ///
  /// `key` requests only directories with that name, which costs one call for each other one.
  func roots(
    for path: FilePath, device: UInt64?, with key: FilePath.Component? = nil
  ) -> [FilePath] {
    var roots = ([directory].compactMap(\.self) + betterDirectories + furtherDirectories)
      .filter { root in
        (key.map { store.exists(FileLocation(root.appending($0))) } ?? true)
          && !isReachableByOthers(root)
      }
    if let device = device ?? deviceOfDirectory(path.removingLastComponent()),
      key == nil || !KnownDevices.isOf(directory, device, deviceOfDirectory),
      let top = top(of: path, device: device)
    {
      let root = root(atTop: top)
      if (try? isOwn(root.removingLastComponent())) == true { roots.append(root) }
    }
    return roots
  }

  /// Returns whether a directory exists and other users can put an item into it.
  private func isReachableByOthers(_ directory: FilePath) -> Bool {
    do {
      return try store.privacyFault(of: directory) != nil
    } catch {
      // Every other call on the directory reports the same error.
      return false
    }
  }

  private func isOwn(_ directory: FilePath) throws(FileStoreError) -> Bool {
    let status = try store.status(of: FileLocation(directory))
    return status.kind == .directory && status.owner == trash.user
      && status.permissions.isDisjoint(with: FilePermissions(rawValue: 0o077))
  }

  private func root(atTop top: FilePath) -> FilePath {
    top.appending(".uniform-types-\(trash.user)").appending("versions")
  }

  /// Nil for the file system of the user's state directory, which needs no other directory.
  private func top(of path: FilePath, device: UInt64) -> FilePath? {
    guard deviceOfState != device else { return nil }
    let top = store.top(of: path, device: device)
    return top.isEmpty ? nil : top
  }

  private var deviceOfState: UInt64? { directory.flatMap(deviceOfDirectory) }

  private func deviceOfDirectory(_ path: FilePath) -> UInt64? {
    if let status = try? store.status(of: FileLocation(path.appending("."))) {
      return status.device
    }
    guard let nearest = try? store.nearestDirectory(path) else { return nil }
    return try? store.status(of: FileLocation(nearest.appending("."))).device
  }

  /// The rule for a trash applies at the top of another file system: the user must be able to
  /// create the directory, and it must be closed to other users.
  func makeRoot(
    for path: FilePath, device: UInt64, size: Int64
  ) throws(FileStoreError) -> FilePath {
    if size > smallSize, let top = top(of: path, device: device) {
      let root = root(atTop: top)
      let own = root.removingLastComponent()
      do throws(FileStoreError) {
        try store.makeDirectories(own, synchronizes: synchronizes)
        if try isOwn(own) {
          try store.makeDirectories(root, synchronizes: synchronizes)
          return root
        }
      } catch {
        // If the user may not write at the top, the state directory is used.
      }
    }
    guard let directory else {
      let path = Self.userDirectories.last ?? FilePath("/")
      throw FileStoreError(.keepPrivate, path: path, errno: .notPermitted)
    }
    try store.makePrivateDirectory(directory, synchronizes: synchronizes)
    return directory
  }
}

/// The file systems of the directories of state; one that is mounted between look-ups is found
/// late.
private enum KnownDevices {
  private static let interval = Duration.seconds(5)
  private static let known = Mutex<[FilePath: (device: UInt64, until: Duration)]>([:])

  static func isOf(
    _ directory: FilePath?, _ device: UInt64, _ lookUp: (FilePath) -> UInt64?
  ) -> Bool {
    guard let directory else { return false }
    let now = MonotonicTime.now
    if let known = known.withLock({ $0[directory] }), known.until > now {
      return known.device == device
    }
    guard let found = lookUp(directory) else { return false }
    known.withLock { $0[directory] = (found, now + interval) }
    return found == device
  }
}

/// The association of versions with their item after moves, by the recorded path or else number
/// (rule L16).
///
/// Most programs save by replacing the item, so its number is recorded at each read and write. An
/// item that moves before that loses its versions.
extension VersionStore {
  func adopt(_ folder: Folder, as own: FilePath) {
    // A process that adds a version finds it before the move.
    let lock = try? lockDirectory(folder.path, .exclusive)
    defer { if let lock { store.release(lock) } }
    let taken = (try? store.statusIfPresent(of: FileLocation(own))) ?? nil
    if taken == nil,
      (try? store.renameExclusively(
        FileLocation(folder.path), to: FileLocation(own), kind: .directory)) != nil
    {
      return
    }
    let mark = Self.markName("").string
    for name in (try? store.names(at: FileLocation(folder.path))) ?? []
    where name != ItemRecord.name {
      let isMark = name.string.hasPrefix(mark)
      guard isMark || !Self.isHidden(name) else { continue }
      _ = try? store.renameExclusively(
        FileLocation(folder.path.appending(name)), to: FileLocation(own.appending(name)),
        kind: isMark ? .regular : .directory)
    }
    guard lock != nil, (try? store.names(at: FileLocation(folder.path))) == [ItemRecord.name] else {
      return
    }
    // The directory has no versions left.
    try? removeDirectory(folder.path)
  }

  /// Runs at once, before another item can get the old name.
  package func noteMove(from old: FilePath, to new: FilePath) {
    let (before, now) = (resolvedPath(ofItem: old), resolvedPath(ofItem: new))
    guard before != now,
      let status = (try? store.statusIfPresent(of: FileLocation(now))) ?? nil
    else { return }
    let there = (try? store.statusIfPresent(of: FileLocation(before))) ?? nil
    for folder in folders(of: before, nil) {
      // Another program may have replaced the item before the move, unless it is still there.
      guard folder.item.isOf(status) || there.map(folder.item.isOf) != true else { continue }
      let own = folder.path.removingLastComponent().appending(Self.key(of: now))
      adopt(folder, as: own)
      // Without the record, the item is found by its number.
      try? note(now, status, in: own)
    }
  }

  /// Called after a read or replacement, for a move by hand; does nothing without versions.
  ///
  /// `place` has no symbolic links; nil to resolve it. `device` is nil to look it up.
  package func noteItem(
    at path: FilePath, resolvedTo place: FilePath? = nil, device: UInt64? = nil
  ) {
    let path = place ?? resolvedPath(ofItem: path)
    func present() -> FileStatus? { (try? store.statusIfPresent(of: FileLocation(path))) ?? nil }
    guard let device = device ?? present()?.device else { return }
    let key = Self.key(of: path)
    let roots = roots(for: path, device: device, with: key)
    guard !roots.isEmpty, let status = present() else { return }
    for root in roots {
      let own = root.appending(key)
      guard let folder = folder(at: own) else { continue }
      if !folder.item.isOf(status) {
        // The item may have been moved here, over another one.
        let moved = (try? foldersOfMoved(status, in: root, except: own)) ?? []
        for other in moved { adopt(other, as: own) }
      }
      try? note(path, status, in: own)
    }
  }

  /// Records the current item of a directory of versions, because each save creates another item.
  func note(_ path: FilePath, _ status: FileStatus, in folder: FilePath) throws(FileStoreError) {
    let record = ItemRecord(path: path, status)
    guard self.folder(at: folder)?.item != record else { return }
    try replaceFile(record.encoded, at: folder.appending(ItemRecord.name))
  }

  /// The greatest number of searches for a directory that moves during an attempt to lock it.
  private static let mostMoves = 10

  /// Holds an exclusive lock (rule L17), and finds a moved directory.
  ///
  /// - Throws: `EAGAIN` if another process holds the lock for too long, `ENOENT` for a missing
  ///   directory, and `EPERM` for another user's, who could not read new files of this one.
  func holding<Result>(
    _ version: ItemVersion, _ body: (FilePath) throws(FileStoreError) -> Result
  ) throws(FileStoreError) -> Result {
    guard case .stored(let known) = version.place else {
      throw FileStoreError(.lock, path: version.path, errno: .invalidArgument)
    }
    var directory = known
    var moves = 0
    while true {
      do throws(FileStoreError) {
        let lock = try lockDirectory(directory, .exclusive)
        defer { store.release(lock) }
        guard try store.status(of: FileLocation(directory)).owner == geteuid() else {
          throw FileStoreError(.keepPrivate, path: directory, errno: .notPermitted)
        }
        return try body(directory)
      } catch  where error.errno == .noSuchFileOrDirectory {
        moves += 1
        guard moves < Self.mostMoves, let place = place(of: known), place != directory else {
          throw error
        }
        directory = place
      }
    }
  }

  /// Adding another version may have moved all of them to the directory for the item's new path.
  package func located(_ version: ItemVersion) -> ItemVersion {
    guard case .stored(let known) = version.place,
      (try? store.statusIfPresent(of: FileLocation(known))) == .some(nil),
      let directory = place(of: known), let name = version.path.lastComponent
    else { return version }
    return version.moved(to: directory, name)
  }

  /// Nil if the directory no longer exists.
  private func place(of directory: FilePath) -> FilePath? {
    guard let name = directory.lastComponent else { return nil }
    let root = directory.removingLastComponent().removingLastComponent()
    let folders = (try? store.names(at: FileLocation(root))) ?? []
    return folders.lazy.filter { !Self.isHidden($0) }
      .map { root.appending($0).appending(name) }
      .first { (try? store.status(of: FileLocation($0))) != nil }
  }

  /// The lock prevents a move; without it, if another process does not release it, the added
  /// version is at worst in the directory for the old path of its item, but never lost.
  func makeLockedFolder(
    for path: FilePath, _ status: FileStatus?, device: UInt64, size: Int64,
    _ mode: FileLockMode = .shared
  ) throws(FileStoreError) -> (path: FilePath, lock: ItemLock?) {
    var moves = 0
    while true {
      let folder = try makeFolder(for: path, status, device: device, size: size)
      do throws(FileStoreError) {
        return (folder, try lockDirectory(folder, mode))
      } catch  where error.errno == .noSuchFileOrDirectory && moves < Self.mostMoves {
        moves += 1
      } catch  where error.errno == .wouldBlock {
        return (folder, nil)
      }
    }
  }

  func lockDirectory(
    _ directory: FilePath, _ mode: FileLockMode
  ) throws(FileStoreError) -> ItemLock {
    let location = FileLocation(directory)
    if let lock = try store.lockItem(at: location, mode, patience: patience) { return lock }
    let isThere = try store.statusIfPresent(of: location) != nil
    throw FileStoreError(
      .lock, path: directory, errno: isThere ? .permissionDenied : .noSuchFileOrDirectory)
  }
}
