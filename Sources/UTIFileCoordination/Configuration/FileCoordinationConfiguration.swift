internal import Synchronization
internal import SystemPackage
package import UTIDocumentStorage
public import UTIFoundationBridge
internal import UTIPlatform

@_exported public import struct UTIFoundationBridge.DocumentError

/// The settings of file coordination in this process.
public struct FileCoordinationConfiguration: Sendable {
  /// The time that file presenters have to answer before an access skips them; 30 seconds.
  ///
  /// New coordinators start with it; see ``NSFileCoordinator/presenterPatience``.
  public var presenterPatience = Duration.seconds(30)
  /// The time after which an access fails because the process that it waits for stays stopped; nil
  /// for no limit, 5 minutes by default.
  ///
  /// A process is stopped by `SIGSTOP`, Ctrl-Z at a terminal, or a debugger, and keeps its locks. An
  /// access that waits for it reports it to ``report`` after its patience. The time counts from then.
  public var stoppedProcessPatience: Duration? = .seconds(300)
  /// A Boolean value that indicates whether file presenters are notified of changes by programs that do
  /// not coordinate; true.
  ///
  /// Presenters that watch their items themselves are not affected.
  public var watchesItems = true
  /// The function that receives failures that no access can report, such as an unresponsive presenter.
  ///
  /// It writes a line to standard error unless set.
  public var report: @Sendable (DocumentError) -> Void
  /// The store of the versions that ``NSFileVersion`` finds and adds.
  package var versions: VersionStore

  /// Creates the default configuration.
  public init() {
    self.init(
      versions: VersionStore(),
      report: { error in
        var line = "\(error)\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
      })
  }

  package init(
    versions: VersionStore, report: @escaping @Sendable (DocumentError) -> Void
  ) {
    self.versions = versions
    self.report = report
  }

  /// Replaces the process configuration in a task and its children, for tests.
  @TaskLocal package static var scoped: FileCoordinationConfiguration?

  private static let current = Mutex(FileCoordinationConfiguration())

  /// The configuration of this process.
  public static var standard: FileCoordinationConfiguration {
    get { scoped ?? current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
