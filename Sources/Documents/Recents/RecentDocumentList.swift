internal import Foundation
internal import FoundationAdditions
internal import Synchronization
public import SystemPackage
internal import TypeDeclarations
internal import UTIPlatform

/// The list of recently used documents that the programs of a user share.
///
/// It is the file `recently-used.xbel` of freedesktop.org, which GTK and Qt programs show in their
/// file choosers. A program sees what it has noted itself; what others have noted stays as it is.
/// What is asked for is done on a queue of the list's own, in the order of the calls. Where there is
/// no place for a list, or it cannot be written or read, nothing is noted, and
/// ``DocumentEnvironment/report`` hears of it; nothing else fails for that.
public final class RecentDocumentList: Sendable {
  /// How a program calls itself in the list.
  public struct Application: Hashable, Sendable {
    /// The name, by which the program finds its own documents again.
    public var name: String
    /// The command that opens a document, with `%u` in the place of its URL or `%f` in that of its
    /// path.
    public var command: String

    /// Makes the name and the command of a program.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - command: the command; by default the name with `%u`.
    public init(name: String, command: String? = nil) {
      self.name = name
      self.command = command ?? name + " %u"
    }

    /// The program that runs, under the name of its executable.
    public static var current: Application {
      Application(name: ProcessInfo.processInfo.processName)
    }

    /// The command as one word of a shell, which is what readers of the list expect.
    var quotedCommand: String {
      "'" + command.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
  }

  /// The file of the list; nil where the list keeps nothing.
  public let path: FilePath?
  /// How the program calls itself in the list.
  public let application: Application
  /// The groups that noted documents belong to, such as `Office`.
  public let groups: [String]
  /// Whether other programs are not to show what this one notes.
  public let isPrivate: Bool

  let store: any FileStore
  let now: @Sendable () -> Date
  let report: @Sendable (DocumentError) -> Void
  private let queue = DispatchQueue(label: "Documents.recents", qos: .utility)
  /// What was reported last: a list that is out of order is out of order for every document.
  private let reported = Mutex("")

  /// Makes a list, and reads nothing yet.
  ///
  /// - Parameters:
  ///   - path: the file; by default ``userPath``; nil for a list that keeps nothing.
  ///   - application: how the program calls itself.
  ///   - groups: the groups that noted documents belong to.
  ///   - isPrivate: whether other programs are not to show what this one notes.
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

  /// The list of the user: `recently-used.xbel` in `$XDG_DATA_HOME`, by default `~/.local/share`.
  ///
  /// Nil where neither that variable nor `HOME` is an absolute path.
  public static var userPath: FilePath? {
    UserDirectory.data?.appending("recently-used.xbel")
  }

  /// Waits until what was asked for is done, without keeping a thread.
  func finish() async {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }

  /// The addresses that the program has noted, the latest first; those of files that are gone are
  /// left out.
  ///
  /// - Complexity: O(*n*) in the size of the list.
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
        tell(error, path)
        return []
      }
    }
  }

  /// Notes that a document is used.
  func note(_ address: BookmarkAddress, mimeType: String, keeping count: Int) {
    guard count > 0 else { return }
    change { [self] file in
      try file.note(use(mimeType, in: file), of: address)
      try file.forget(
        application.name, in: file.bookmarks(of: application.name).dropFirst(count))
    }
  }

  /// Notes that a document is elsewhere now.
  ///
  /// The bookmark follows it, for all programs. Where something is left in the old place, such as
  /// the item that a document was saved under another name from, its bookmark stays.
  ///
  /// - Parameter unknown: is called when the program has not noted the old address.
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

  /// Forgets what the program has noted.
  func clear() {
    change { [application] file in
      try file.forget(application.name, in: file.bookmarks(of: application.name))
    }
  }

  private func use(_ mimeType: String, in file: BookmarkFile) -> BookmarkFile.Use {
    var time = BookmarkTime(now())
    // Two uses in one tick of the clock are still one after the other.
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
        tell(error, path)
      }
    }
  }

  private func isFile(_ address: BookmarkAddress) -> Bool {
    if case .file = address { return true }
    return false
  }

  /// Whether there is an item; what is no file always counts as there.
  private func isThere(_ address: BookmarkAddress) -> Bool {
    guard isFile(address), let url = address.url else { return true }
    return store.exists(url)
  }

  private func tell(_ error: any Error, _ path: FilePath) {
    let failure = error as? SafeWritingError
    let errno = failure?.errno ?? (error as? FileStoreError)?.errno
    let declaration = error as? DeclarationError
    let reason = declaration?.description ?? failure?.message ?? "\(error)"
    let isNews = reported.withLock { reported in
      defer { reported = reason }
      return reported != reason
    }
    guard isNews else { return }
    report(
      DocumentError(
        .recentDocumentsUnavailable, .noteRecent, url: URL(filePath: path.string), errno: errno,
        underlyingError: error, message: "the list of recent documents is not changed: \(reason)",
        remedy: declaration?.remedy ?? failure?.remedy ?? "make the list readable and writable"))
  }
}
