internal import Foundation
internal import Synchronization
public import SystemPackage
internal import UTIDataFormats
internal import UTIPlatform

/// The list of recently used documents that the programs of a user share.
///
/// It is the file `recently-used.xbel` of freedesktop.org, which GTK and Qt programs show in their
/// file choosers. A program sees its own entries; the entries of other programs are left unchanged.
/// The list works on its own queue, in the order of the calls. If there is no location for a list,
/// or it cannot be read or written, no entry is added and the error goes to
/// ``DocumentEnvironment/report``. No other operation fails because of it.
public final class RecentDocumentList: Sendable {
  /// The name and command of a program in the list.
  public struct Application: Hashable, Sendable {
    /// The name, by which the program finds its own entries.
    public var name: String
    /// The command that opens a document, with `%u` as placeholder of its URL or `%f` of its path.
    public var command: String

    /// Creates the name and the command of a program.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - command: the command; by default the name with `%u`.
    public init(name: String, command: String? = nil) {
      self.name = name
      self.command = command ?? name + " %u"
    }

    /// The current program, with the name of its executable.
    public static var current: Application {
      Application(name: ProcessInfo.processInfo.processName)
    }

    /// The command as one quoted word of a shell, as readers of the list require.
    var quotedCommand: String {
      "'" + command.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
  }

  /// The file of the list; nil if the list stores nothing.
  public let path: FilePath?
  /// The name and command of the program in the list.
  public let application: Application
  /// The groups of added documents, such as `Office`.
  public let groups: [String]
  /// A Boolean value that indicates whether other programs are asked not to show the entries of
  /// this one.
  public let isPrivate: Bool

  let store: any FileStore
  let now: @Sendable () -> Date
  let report: @Sendable (DocumentError) -> Void
  private let queue = DispatchQueue(label: "UniformDocuments.recents", qos: .utility)
  /// The last reported error, because an unusable list fails in the same way for every document.
  private let reported = Mutex("")

  /// Creates a list without reading it.
  ///
  /// - Parameters:
  ///   - path: the file; by default ``userPath``; nil for a list that stores nothing.
  ///   - application: the name and command of the program.
  ///   - groups: the groups of added documents.
  ///   - isPrivate: whether other programs are asked not to show the entries of this one.
  public convenience init(
    path: FilePath? = userPath, application: Application = .current, groups: [String] = [],
    isPrivate: Bool = false
  ) {
    self.init(
      path: path, application: application, groups: groups, isPrivate: isPrivate,
      store: SystemFileStore(), now: { Date() }, report: { DocumentEnvironment.standard.report($0) }
    )
  }

  init(
    path: FilePath?, application: Application, groups: [String] = [], isPrivate: Bool = false,
    store: any FileStore, now: @escaping @Sendable () -> Date,
    report: @escaping @Sendable (DocumentError) -> Void
  ) {
    self.path = path
    self.application = application
    self.groups = groups
    self.isPrivate = isPrivate
    self.store = store
    self.now = now
    self.report = report
  }

  /// The path of the user's list: `recently-used.xbel` in `$XDG_DATA_HOME`, by default
  /// `~/.local/share`.
  ///
  /// It is nil if neither that variable nor `HOME` is an absolute path.
  public static var userPath: FilePath? {
    UserDirectory.data?.appending("recently-used.xbel")
  }

  /// Waits for all earlier calls without blocking a thread.
  func finish() async {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }

  /// The latest first, without missing files; complexity: O(*n*) in the size of the list.
  func addresses(atMost count: Int) -> [BookmarkAddress] {
    queue.sync {
      guard let path, count > 0 else { return [] }
      do {
        guard let found = try RecentDocumentStorage(self, path: path).read() else { return [] }
        let addresses = found.bookmarks(of: application.name).lazy.map {
          BookmarkAddress(href: $0.href)
        }
        return Array(addresses.filter(isThere).prefix(count))
      } catch {
        reportOnce(error, path)
        return []
      }
    }
  }

  func note(_ address: BookmarkAddress, mimeType: String, keeping count: Int) {
    guard count > 0 else { return }
    change { [self] file in
      try file.note(use(mimeType, in: file), of: address)
      try file.forget(application.name, in: file.bookmarks(of: application.name).dropFirst(count))
    }
  }

  /// The bookmark follows for all programs, and is kept if the old location still has an item;
  /// `unknown` is called if the program has not added the old address.
  func move(
    _ old: BookmarkAddress, to new: BookmarkAddress, mimeType: String, keeping count: Int,
    unknown: @escaping @Sendable () -> Void
  ) {
    guard count > 0 else { return }
    change { [self] file in
      guard let bookmark = file.bookmark(of: old),
        bookmark.registration(of: application.name) != nil
      else { return unknown() }
      if isFile(old), !isThere(old) {
        if file.bookmark(of: new) == nil {
          try file.move(bookmark, to: new, mimeType: mimeType)
        } else {
          try file.forget(application.name, in: [bookmark])
        }
      }
      try file.note(use(mimeType, in: file), of: new)
    }
  }

  func clear() {
    change { [application] file in
      try file.forget(application.name, in: file.bookmarks(of: application.name))
    }
  }

  private func use(_ mimeType: String, in file: BookmarkFile) -> BookmarkFile.Use {
    var time = BookmarkTime(now())
    // Two uses in one tick of the clock still have different times.
    if let latest = file.bookmarks(of: application.name).first?
      .registration(of: application.name)?.modified, latest >= time,
      latest.microseconds - time.microseconds < 1_000_000
    {
      time = BookmarkTime(microseconds: latest.microseconds + 1)
    }
    return BookmarkFile.Use(
      application: application, mimeType: mimeType, groups: groups, isPrivate: isPrivate, time: time
    )
  }

  private func change(_ body: @escaping (inout BookmarkFile) throws -> Void) {
    guard let path else { return }
    let body = UncheckedSendableBox(body)
    queue.async { [self] in
      do {
        try RecentDocumentStorage(self, path: path).change(body.value)
        reported.withLock { $0 = "" }
      } catch {
        reportOnce(error, path)
      }
    }
  }

  private func isFile(_ address: BookmarkAddress) -> Bool {
    if case .file = address { return true }
    return false
  }

  /// Returns true if the item exists; true for URLs of other schemes.
  private func isThere(_ address: BookmarkAddress) -> Bool {
    guard isFile(address), let url = address.url else { return true }
    return store.exists(url)
  }

  private func reportOnce(_ error: any Error, _ path: FilePath) {
    let failure = error as? SafeWritingError
    let errno = failure?.errno ?? (error as? FileStoreError)?.errno
    let damage = error as? FormatError
    let reason = damage?.text(in: path.string) ?? failure?.message ?? "\(error)"
    let isNews = reported.withLock { reported in
      defer { reported = reason }
      return reported != reason
    }
    guard isNews else { return }
    report(
      DocumentError(
        .recentDocumentsUnavailable, .noteRecent, url: URL(filePath: path.string), errno: errno,
        underlyingError: error, message: "the list of recent documents is not changed: \(reason)",
        remedy: damage?.remedy ?? failure?.remedy ?? "make the list readable and writable"))
  }
}

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
