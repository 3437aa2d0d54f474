public import Dispatch
internal import FileWatching
internal import Foundation
internal import Synchronization
public import SystemPackage
internal import UTIPlatform
public import UniformTypes

/// What a document needs of the world: a file system, a clock, a queue to call back on.
public struct DocumentEnvironment: Sendable {
  /// The file system.
  public var store: any FileStore
  /// How much saving does for safety where that costs something.
  public var writingOptions: SafeWriter.Options
  /// What knows types; nil for the current registry.
  ///
  /// A controller gives its documents its own.
  public var registry: TypeRegistry?
  /// The identifiers of the types that the class of a document writes; a name with an extension of
  /// one of them has the document saved as that.
  ///
  /// A controller gives its documents those that declarations and registrations name.
  public var writableTypes: [String] = []
  /// What autosaving tells the time by.
  public var clock: DocumentClock
  /// When documents save themselves; nil for never.
  public var autosavePolicy: AutosavePolicy?
  /// Where documents keep changes that they cannot autosave at their own place, or must not; nil for
  /// nowhere.
  ///
  /// By default a directory of the program's name in the user's directory for state (XDG base directory
  /// specification). The directory must be private: no other user may be able to put an item into it.
  /// Nil if the user has no private directory for state, which is reported once.
  public var autosaveDirectory: FilePath?
  /// Where versions are kept of documents on the same file system, and of small ones; those of others
  /// are kept at the top of their own file systems.
  ///
  /// By default a directory in the user's directory for state (XDG base directory specification).
  ///
  /// Where that cannot be written when the environment is made, or is not private, it is the next that
  /// can; what was kept in the others is found all the same. Nil if there is none, which is reported
  /// once, and then versions are kept at the top of other file systems only.
  public var versionsDirectory: FilePath?
  /// Whether the user had a private directory for state when the environment was made.
  let hasStateDirectory: Bool
  /// All of those, the best first; found once, as that takes longer than opening a document.
  private let userVersionsDirectories = VersionStore.userDirectories
  /// Where completion handlers run that were passed from neither the main queue, an actor that the
  /// document knows, nor an asynchronous function: a plain thread cannot be called back.
  public var callbackQueue: DispatchQueue
  /// The size in bytes from which reading and writing tell how far they have come.
  public var progressThreshold: Int
  /// How long others who show an item may take to give way before a document passes them over.
  public var presenterPatience = Duration.seconds(30)
  /// The longest time for which the end of the program waits for documents that are being saved, as long as
  /// no bytes are moved; nil for documents that the end of the program leaves alone.
  ///
  /// The longest of all documents counts. A program whose own code keeps the thread that ends it is ended
  /// after twice that time.
  public var endPatience: Duration? = .seconds(5)
  /// The signals that end the program after its documents were saved, where the program neither handles nor
  /// ignores them.
  ///
  /// The first document that is opened or edited has them handled.
  public var endingSignals: Set<Int32> = [SIGHUP, SIGINT, SIGPIPE, SIGTERM]
  /// Whether documents notice what programs do to their items that do not coordinate: a document
  /// without changes reads its item again, one with changes is in conflict, and both follow moves.
  ///
  /// Without it that is found when the document is saved. Of the standard environment it also says
  /// whether other file presenters are told.
  public var watchesItems = true
  /// What watches items.
  var watcher = FileWatcher.shared
  /// Where a document whose place is read-only is copied when it is first edited; nil for nowhere, and
  /// then changes are kept where documents autosave elsewhere.
  ///
  /// By default the user's directory for documents, where there is one.
  public var writableCopiesDirectory = Self.userDocuments
  /// Where people throw items away.
  var trash = Trash()
  /// What hears of mishaps that no operation can report, such as a document that is gone before it
  /// was saved.
  public var report: @Sendable (DocumentError) -> Void

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - store: the file system.
  ///   - clock: what autosaving tells the time by.
  ///   - autosavePolicy: when documents save themselves; nil for never.
  public init(
    store: any FileStore = SystemFileStore(),
    clock: DocumentClock = DocumentClock(ContinuousClock()),
    autosavePolicy: AutosavePolicy? = AutosavePolicy()
  ) {
    self.store = store
    self.clock = clock
    self.autosavePolicy = autosavePolicy
    writingOptions = SafeWriter.Options()
    let state = Self.userStateDirectory
    hasStateDirectory = state != nil
    autosaveDirectory = state?.appending("autosaved")
      .appending(ProcessInfo.processInfo.processName)
    versionsDirectory = state?.appending("versions")
    callbackQueue = Self.sharedCallbackQueue
    progressThreshold = 4 << 20
    report = { error in
      var line = "\(error)\n"
      line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  }

  /// The directory of this package in the user's directories for state (XDG base directory
  /// specification); nil if the user has none that other users cannot reach.
  ///
  /// It is the first of `$XDG_STATE_HOME`, `~/.local/state` and a directory in `/var/tmp` that can be
  /// written and is private; it need not exist.
  public static var userStateDirectory: FilePath? { SafeWriter.Options.userStateDirectory }

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

  /// The environment that new documents start with.
  public static var standard: DocumentEnvironment {
    get { current.withLock { $0 } }
    set {
      current.withLock { $0 = newValue }
      FileCoordinationConfiguration.standard = newValue.coordination
    }
  }
}

extension DocumentEnvironment {
  /// The settings of file coordination that the environment stands for.
  private var coordination: FileCoordinationConfiguration {
    var coordination = FileCoordinationConfiguration(versions: versions) { [report] in
      report(DocumentError($0))
    }
    coordination.presenterPatience = presenterPatience
    coordination.watchesItems = watchesItems
    return coordination
  }

  /// What keeps and finds versions.
  var versions: VersionStore {
    var versions = VersionStore(
      store: store, directory: versionsDirectory, among: userVersionsDirectories)
    versions.trash = trash
    versions.synchronizes = writingOptions.synchronizes
    return versions
  }
}
