import CUTISystemCalls
import SystemPackage
import UTICommandOutput
import UTIFileWatching
import UTIPlatform
import UTITypeDeclarations
import UTITypeDetection
import UniformTypes

/// The events of an item, printed as one line of JSON each, until the process is interrupted.
struct ItemWatching {
  /// nil when the items can be watched.
  static func fault(of items: ItemSelection, _ format: OutputFormat) -> String? {
    if items.paths.count != 1 || items.lineList != nil || items.nulList != nil {
      return "--watch takes one path"
    }
    if items.paths.first == "-" { return "standard input cannot be watched; name a path" }
    if items.isRecursive || items.isFiltered || items.by != .both || items.name != nil {
      return "--watch takes no options that select items"
    }
    if format == .json || format == .tsv {
      return "--watch prints lines of JSON; omit --format, or use jsonl"
    }
    return nil
  }

  private let path: FilePath
  private let registry: TypeRegistry

  /// Throws when the argument is invalid as a path.
  init(_ argument: String, followsLinks: Bool, registry: TypeRegistry) throws(CommandFailure) {
    let text: String
    switch FileURL.path(argument) {
    case .success(let path): text = path
    case .failure(let failure):
      throw CommandFailure(.someFailed, "\(argument): \(failure.reason)")
    case nil: text = argument
    }
    guard !text.isEmpty else { throw CommandFailure(.someFailed, ": names no item") }
    path = Self.place(of: FilePath(text: text), followsLinks: followsLinks)
    self.registry = registry
  }

  /// A signal or a closed output ends it.
  func run() throws(CommandFailure) {
    // The signals are blocked before a second thread exists, which must not receive them.
    let signals = FileDescriptor(rawValue: uti_ending_signals())
    guard signals.rawValue >= 0 else {
      throw CommandFailure(.inputOutput, "cannot wait for signals: \(Errno(rawValue: errno))")
    }
    var options = WatchingOptions()
    options.comparesContents = true
    let printer = EventPrinter(registry: registry)
    printer.begin()
    let watch = FileWatcher.shared.watch(path, options: options) { printer.print($0) }
    printer.printBeginning(path, watch)
    waitForEnd(signals)
    watch.cancel()
    try? signals.close()
  }

  /// The end is a signal, or the reader that closes the pipe.
  private func waitForEnd(_ signals: FileDescriptor) {
    var waits = [
      pollfd(fd: signals.rawValue, events: Int16(POLLIN), revents: 0),
      // No event is requested; poll(2) always reports that the reader has closed the pipe.
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    while poll(&waits, 2, -1) < 0, errno == EINTR {}
  }

  /// The place has no links on the way, whether the item exists or not.
  private static func place(of path: FilePath, followsLinks: Bool) -> FilePath {
    if followsLinks, let resolved = path.resolved { return resolved }
    var directory = path.isAbsolute ? path : workingDirectory.pushing(path)
    directory = directory.lexicallyNormalized()
    var missing: [FilePath.Component] = []
    while let name = directory.lastComponent {
      missing.append(name)
      directory.removeLastComponent()
      if let resolved = directory.resolved {
        directory = resolved
        break
      }
    }
    directory.components.append(contentsOf: missing.reversed())
    return directory
  }

  private static var workingDirectory: FilePath { FilePath(".").resolved ?? "/" }
}
