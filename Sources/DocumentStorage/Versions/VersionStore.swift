package import SystemPackage
package import UTIPlatform

/// Keeps earlier states of items, and finds those that others have left beside them.
///
/// ```
/// STATE/versions/KEY/                   of an item on the file system of the user's state, or small
/// TOP/.uniform-types-UID/versions/KEY/  of another, on its own file system
///     item.json                         which item that is
///     ID/version.json                   when, who, why
///     ID/contents.rtf                   the whole contents, a file or a package
/// ```
///
/// A version is a whole copy, which shares blocks where the file system can. What a save has replaced
/// is renamed into the store. A version comes to be under a hidden name and is renamed when it is
/// complete and on the disk, so that a crash leaves a version or nothing.
///
/// Who changes or removes a version has the lock of its directory, and who gives the versions of an
/// item another place that of theirs, which those share who add to it.
package struct VersionStore: Sendable {
  /// The file system.
  package let store: any FileStore
  /// The directory for versions of items on its file system, and of small ones; nil if the user has no
  /// private directory.
  package var directory: FilePath?
  /// What is kept of versions that nobody asked for by name.
  package var limits = VersionLimits()
  /// The current time.
  package var now: @Sendable () -> FileTime = { .now }
  /// Who writes.
  package var author = VersionAuthor.current
  /// Where versions go that people remove and that others have left beside an item.
  package var trash = Trash()
  /// Whether to wait until a version is on the disk.
  package var synchronizes = true
  /// Up to which size the contents of an item on another file system go to the user's state.
  package var smallSize: Int64 = 1 << 20
  /// How long a change waits for another one of the same versions, in whatever process.
  package var patience = Duration.seconds(5)
  /// Directories of the user's that are better, and cannot be written now: what was kept there is
  /// found all the same.
  var betterDirectories: [FilePath] = []
  /// Directories of the user's that versions went to when this one could not be written.
  var furtherDirectories: [FilePath] = []

  /// Makes the store of the user.
  ///
  /// - Parameters:
  ///   - store: the file system.
  ///   - directory: the directory for new versions; nil for the first of the candidates that is private
  ///     and can be written.
  ///   - candidates: all directories of the user's for versions, the best first.
  package init(
    store: any FileStore = SystemFileStore(), directory: FilePath? = nil,
    among candidates: [FilePath] = Self.userDirectories
  ) {
    self.store = store
    self.directory = directory ?? SafeWriter.Options.userStateDirectory?.appending("versions")
    guard let place = self.directory.flatMap(candidates.firstIndex) else { return }
    betterDirectories = Array(candidates[..<place])
    furtherDirectories = Array(candidates[(place + 1)...])
  }

  /// The directories for versions that a user may have, the best first.
  package static var userDirectories: [FilePath] {
    SafeWriter.Options.userStateDirectories.map { $0.appending("versions") }
  }
}

/// Who writes a version.
package struct VersionAuthor: Hashable, Sendable {
  package var host: String?
  package var user: String?
  package var program: String?

  package init(host: String?, user: String?, program: String?) {
    self.host = host
    self.user = user
    self.program = program
  }

  /// This process.
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
  /// The path of an item without symbolic links, as far as it exists.
  package func resolvedPath(ofItem path: FilePath) -> FilePath {
    guard let place = try? SaveTarget(path, store: store) else { return path }
    defer { try? store.close(place.directory) }
    return place.absolutePath
  }

  /// The name of the directory for an item.
  static func key(of path: FilePath) -> FilePath.Component {
    path.withPlatformString { characters in
      let bytes = UnsafeRawBufferPointer(start: characters, count: path.length)
      // Two of them: nobody's versions may be taken for another's.
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

  /// The private directories that may hold versions of an item, that for new ones first.
  ///
  /// - Parameter device: the file system of the item; nil where there is none, which lay where its
  ///   directory is.
  func roots(for path: FilePath, device: UInt64?) -> [FilePath] {
    var roots = ([directory].compactMap(\.self) + betterDirectories + furtherDirectories)
      .filter { !isReachableByOthers($0) }
    if let device = device ?? deviceOfDirectory(path.removingLastComponent()),
      let top = top(of: path, device: device)
    {
      let root = root(atTop: top)
      if (try? isOwn(root.removingLastComponent())) == true { roots.append(root) }
    }
    return roots
  }

  /// A Boolean value that indicates whether a directory exists and other users can put an item into it.
  private func isReachableByOthers(_ directory: FilePath) -> Bool {
    do {
      return try store.privacyFault(of: directory) != nil
    } catch {
      // The error is that of every other call on the directory.
      return false
    }
  }

  /// A Boolean value that indicates whether a directory belongs to the user and is closed to others.
  private func isOwn(_ directory: FilePath) throws(FileStoreError) -> Bool {
    let status = try store.status(of: FileLocation(directory))
    return status.kind == .directory && status.owner == trash.user
      && status.permissions.isDisjoint(with: FilePermissions(rawValue: 0o077))
  }

  private func root(atTop top: FilePath) -> FilePath {
    top.appending(".uniform-types-\(trash.user)").appending("versions")
  }

  /// The directory that the file system of an item is mounted at; nil for the file system of the
  /// user's state, which needs no other place.
  private func top(of path: FilePath, device: UInt64) -> FilePath? {
    guard deviceOfState != device else { return nil }
    var top = path.removingLastComponent()
    while !top.isEmpty, let parent = top.lastComponent == nil ? nil : top.removingLastComponent(),
      (try? store.status(of: FileLocation(parent.appending("."))))?.device == device
    {
      top = parent
    }
    return top.isEmpty ? nil : top
  }

  private var deviceOfState: UInt64? { directory.flatMap(deviceOfDirectory) }

  /// The file system of a directory, or of the nearest above that is there.
  private func deviceOfDirectory(_ path: FilePath) -> UInt64? {
    guard let nearest = try? store.nearestDirectory(path) else { return nil }
    return try? store.status(of: FileLocation(nearest.appending("."))).device
  }

  /// Where new versions of an item go; made where it is missing.
  ///
  /// At the top of another file system the rule is that of a trash there: the user must be able to
  /// make it, and nobody else to get in.
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
        // Where the user may not write at the top, a copy elsewhere is the answer.
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
