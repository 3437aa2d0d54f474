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
