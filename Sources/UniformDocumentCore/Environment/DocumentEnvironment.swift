internal import CUTISystemCalls
public import Dispatch
internal import Foundation
internal import Synchronization
public import SystemPackage
internal import UTIFileWatching
public import UTIFoundationBridge
internal import UTIPlatform
public import UniformTypes

/// The services that a document uses, such as a file system, a clock and a callback queue.
public struct DocumentEnvironment: Sendable {
  /// The file system.
  package var store: any FileStore
  /// The safety measures of a save that cost time or space.
  public var writingOptions: SafeWriter.Options
  /// The registry of types; nil for the current one.
  ///
  /// A controller sets its own registry for its documents.
  public var registry: TypeRegistry?
  /// The identifiers of the types that the document class writes.
  ///
  /// If the name of a save has an extension of one of them, the document is saved as that type. A
  /// controller sets the types of declarations and registrations.
  public var writableTypes: [String] = []
  /// The clock of autosaving.
  public var clock: DocumentClock
  /// The policy for autosaving; nil for never.
  public var autosavePolicy: AutosavePolicy?
  /// The recovery location for changes that a document cannot or must not autosave to its file; nil
  /// for none.
  ///
  /// The default is a directory with the ``applicationIdentifier`` in the user's state directory
  /// (XDG base directory specification). The directory must be private: no other user may be able
  /// to create an item in it. It is nil if the user has no private state directory, which is
  /// reported once.
  public var autosaveDirectory: FilePath? {
    get { recoveryPlace.directory(in: stateDirectory) }
    set { recoveryPlace = .chosen(newValue) }
  }
  /// The recovery location, which follows the application identifier until the program chooses one.
  private var recoveryPlace = RecoveryPlace.ofApplication
  /// The directory of the versions of small documents and of documents on the same file system.
  ///
  /// Versions of other documents are kept at the root of their file system. The default is a
  /// directory in the user's state directory (XDG base directory specification).
  ///
  /// If that directory is not private or cannot be written when the environment is created, the
  /// next suitable directory is used. Versions in the other directories are still found. It is nil
  /// if there is no suitable directory, which is reported once; versions are then kept only at the
  /// roots of other file systems.
  public var versionsDirectory: FilePath?
  /// The user's private state directory when the environment was created; nil if there was none.
  private let stateDirectory: FilePath?
  var hasStateDirectory: Bool { stateDirectory != nil }
  /// Ordered by preference; computed once, because that takes longer than opening a document.
  private let userVersionsDirectories = VersionStore.userDirectories
  /// The queue of completion handlers from plain threads.
  ///
  /// A handler runs on it if it was passed from neither the main queue, a known actor, nor an
  /// asynchronous function, because the document cannot call back on a plain thread.
  public var callbackQueue: DispatchQueue
  /// The size in bytes above which reading and writing report progress.
  public var progressThreshold: Int
  /// The time limit for the answer of a presenter, after which the document ignores it.
  public var presenterPatience = Duration.seconds(30)
  /// The longest time for which the end of the program waits for documents to be saved while no
  /// bytes are moved; nil to leave documents unsaved at the end.
  ///
  /// The longest value of all documents applies. A program whose own code blocks the ending thread
  /// is ended after twice that time.
  public var endPatience: Duration? = .seconds(5)
  /// The signals that save documents before they end the program, if the program neither handles
  /// nor ignores them.
  ///
  /// The handlers are installed when the first document is opened or edited.
  public var endingSignals: Set<Int32> = [SIGHUP, SIGINT, SIGPIPE, SIGTERM]
  /// A Boolean value that indicates whether documents notice changes of their items by processes
  /// that do not coordinate.
  ///
  /// A document without changes reads its item again, a document with changes is in conflict, and
  /// both follow moves. If it is false, such changes are found when the document is saved. The
  /// value of the standard environment also decides whether other file presenters are notified.
  public var watchesItems = true
  var watcher = FileWatcher.shared
  /// The directory to which a document with a read-only item is copied when it is first edited; nil
  /// for no copy.
  ///
  /// Without a copy, changes are kept in the recovery location. The default is the user's documents
  /// directory, if it exists.
  public var writableCopiesDirectory = Self.userDocuments
  var trash = Trash()
  /// The handler of errors that no operation can report, such as a document that is released
  /// unsaved.
  public var report: @Sendable (DocumentError) -> Void

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - clock: the clock of autosaving.
  ///   - autosavePolicy: the policy for autosaving; nil for never.
  public init(
    clock: DocumentClock = DocumentClock(ContinuousClock()),
    autosavePolicy: AutosavePolicy? = AutosavePolicy()
  ) {
    store = SystemFileStore()
    self.clock = clock
    self.autosavePolicy = autosavePolicy
    writingOptions = SafeWriter.Options()
    let state = Self.userStateDirectory
    stateDirectory = state
    versionsDirectory = state?.appending("versions")
    callbackQueue = Self.sharedCallbackQueue
    progressThreshold = 4 << 20
    report = { error in
      var line = "\(error)\n"
      line.withUTF8 { uti_write_message($0.baseAddress, $0.count) }
    }
  }

  /// The directory of this package in the user's state directories (XDG base directory
  /// specification); nil if no state directory is private.
  ///
  /// It is the first of `$XDG_STATE_HOME`, `~/.local/state` and a directory in `/var/tmp` that is
  /// writable and private. It need not exist.
  public static var userStateDirectory: FilePath? { UserState.directory }

  private static let userDocuments: FilePath? = {
    let url = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first
    var isDirectory: ObjCBool = false
    guard let path = url?.path,
      FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue,
      (try? SystemFileStore().status(of: FileLocation(FilePath(path))))?.owner == geteuid()
    else { return nil }
    return FilePath(path)
  }()

  private static let sharedCallbackQueue = DispatchQueue(label: "Document.callback")
  private static let current = Mutex(DocumentEnvironment())

  /// The initial environment of new documents.
  public static var standard: DocumentEnvironment {
    get { current.withLock { $0 } }
    set {
      current.withLock { $0 = newValue }
      FileCoordinationConfiguration.standard = newValue.coordination
    }
  }
}

extension DocumentEnvironment {
  /// The second one belongs to a program that had only the name of its executable.
  package var recoveryDirectories: [FilePath] {
    let places = [recoveryPlace, recoveryPlace.older]
      .compactMap { $0?.directory(in: stateDirectory) }
    return places.count == 2 && places[0] == places[1] ? [places[0]] : places
  }

  private var coordination: FileCoordinationConfiguration {
    var coordination = FileCoordinationConfiguration(versions: versions, report: report)
    coordination.presenterPatience = presenterPatience
    coordination.watchesItems = watchesItems
    return coordination
  }

  package var versions: VersionStore {
    var versions = VersionStore(
      store: store, directory: versionsDirectory, among: userVersionsDirectories)
    versions.trash = trash
    versions.synchronizes = writingOptions.synchronizes
    return versions
  }
}

/// The time for which edits may wait until they are saved.
///
/// Apple's periods are unpublished. This policy has two: a document is saved when it has not been
/// edited for a while, and at longer intervals during continuous editing.
public struct AutosavePolicy: Hashable, Sendable {
  /// The time without an edit after which a document is saved.
  public var idlePeriod: Duration
  /// The maximum time between the first unsaved edit and its save, and the time before another
  /// attempt after a declined save.
  public var longestPeriod: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - idlePeriod: the time without an edit after which a document is saved.
  ///   - longestPeriod: the maximum time between the first unsaved edit and its save.
  public init(idlePeriod: Duration = .seconds(2), longestPeriod: Duration = .seconds(15)) {
    self.idlePeriod = idlePeriod
    self.longestPeriod = longestPeriod
  }
}

/// A type-erased clock that measures durations only.
public struct DocumentClock: Sendable {
  private final class Identity: Sendable {}

  private let identity = Identity()
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ deadline: Duration) async throws -> Void

  /// Creates a clock from another one.
  ///
  /// - Parameter clock: the clock that measures time and wakes waiting tasks, such as a
  ///   `ContinuousClock`.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }

  /// True if both values are copies of one.
  func isSame(as other: DocumentClock) -> Bool { identity === other.identity }
}

/// Reports, once for each directory, that the library ignores a directory because other users can
/// access it.
enum PrivatePlaces {
  private static let reported = Mutex<Set<FilePath?>>([])

  /// Returns true the first time.
  fileprivate static func isNews(_ path: FilePath?) -> Bool {
    reported.withLock { $0.insert(path).inserted }
  }
}

extension DocumentEnvironment {
  package func reportOnce(_ fault: PrivacyFault) {
    guard PrivatePlaces.isNews(fault.path) else { return }
    report(
      DocumentError(
        .noPrivatePlace, .save, url: URL(of: fault.path), errno: .notPermitted,
        message: "\(fault.path) is not used, and its contents are not offered: \(fault)",
        remedy: "set XDG_STATE_HOME to a directory that only this user can write"))
  }

  func reportMissingPlace() {
    guard !hasStateDirectory, PrivatePlaces.isNews(nil) else { return }
    let path = UserState.directories.last ?? FilePath("/")
    report(
      DocumentError(
        .noPrivatePlace, .save, url: URL(of: path), errno: .notPermitted,
        message: "the user has no directory for state that other users cannot reach, so that"
          + " drafts are not autosaved and versions are not kept",
        remedy: "set XDG_STATE_HOME to a directory that only this user can write"))
  }
}

/// The recovery location of an environment.
enum RecoveryPlace: Sendable {
  /// The directory of the application in the user's state directory.
  case ofApplication
  /// The directory of a program without an application identifier.
  case ofExecutable
  /// A directory that the program has chosen; nil for none.
  case chosen(FilePath?)

  /// Nil if the user has no state directory.
  func directory(in state: FilePath?) -> FilePath? {
    switch self {
    case .ofApplication: Self.directory(of: DocumentEnvironment.applicationIdentifier, in: state)
    case .ofExecutable: Self.directory(of: ApplicationName.executable, in: state)
    case .chosen(let directory): directory
    }
  }

  /// The location that the application may have used before it had an identifier.
  var older: RecoveryPlace? {
    if case .ofApplication = self { .ofExecutable } else { nil }
  }

  private static func directory(of application: String, in state: FilePath?) -> FilePath? {
    state?.appending("autosaved").appending(application)
  }
}

/// The names of the running program.
enum ApplicationName {
  fileprivate static let chosen = Mutex<String?>(nil)

  static var executable: String { ProcessInfo.processInfo.processName }

  fileprivate static let initial: String = {
    let identifier = Bundle.main.bundleIdentifier
    return identifier.flatMap { isValid($0) ? $0 : nil } ?? executable
  }()

  fileprivate static func isValid(_ name: String) -> Bool {
    !name.isEmpty && ![".", ".."].contains(name) && !name.contains { "/\0".contains($0) }
      && name.utf8.count <= 255
  }
}

extension DocumentEnvironment {
  /// The identifier of the application, under which changes are kept in the recovery location.
  ///
  /// Another version of the application finds the changes if it has the same identifier, under any
  /// name of its executable. The default is the bundle identifier of the program's Info.plist, or
  /// else the name of the executable. Set it at the start of the program, before a document is
  /// created; it must be a valid file name, such as `org.example.recipes`. Contents that the
  /// program has kept under the name of its executable are still offered.
  public static var applicationIdentifier: String {
    get { ApplicationName.chosen.withLock { $0 } ?? ApplicationName.initial }
    set {
      demand(
        ApplicationName.isValid(newValue),
        "the application identifier \"\(newValue)\" is not a file name; set one without a slash, "
          + "such as org.example.editor")
      ApplicationName.chosen.withLock { $0 = newValue }
    }
  }
}

/// The item of a URL, for a comparison with the item of another URL (rule A10).
package struct DocumentItem {
  private let url: URL
  /// The path with all links resolved; nil if the URL has no path.
  package let path: FilePath?
  /// Nil if the item does not exist yet.
  package let file: FileStatus.Item?

  /// Looks up an item, with one system call besides the resolution of links.
  package init(at url: URL, store: any FileStore = SystemFileStore()) {
    self.url = url
    guard let path = FilePath(resolving: url) else {
      (path, file) = (nil, nil)
      return
    }
    self.path = path
    file = (try? store.status(of: FileLocation(path))).map(\.item)
  }

  /// Ignores links, `..` and spellings, and the paths if the items exist.
  package func isSame(as other: DocumentItem) -> Bool {
    guard let path, let otherPath = other.path else {
      return url.absoluteString == other.url.absoluteString
    }
    if path == otherPath { return true }
    guard let file, let otherFile = other.file else { return false }
    return file == otherFile
  }
}

extension URL {
  /// Accesses the file system only if the URLs differ in their text.
  package func leadsToSameItem(as other: URL, in store: any FileStore) -> Bool {
    if absoluteString == other.absoluteString { return true }
    guard isFileURL, other.isFileURL else { return false }
    return DocumentItem(at: self, store: store).isSame(as: DocumentItem(at: other, store: store))
  }
}
