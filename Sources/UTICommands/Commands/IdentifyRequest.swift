import TypeDetection
import TypeGraph
import UniformTypes

/// What `uti identify` is asked for, as plain values.
///
/// The command line is read twice in this package: by the argument parser into ``Identify``, and in
/// ``init(commandLine:)`` for the requests that scripts make by the thousand. Both give this value.
struct IdentifyRequest: Hashable, Sendable, RegistryChoice, OutputStyle {
  var paths: [String] = []
  var by: DetectionBasis = .both
  var isRecursive = false
  var followsLinks = true
  /// The file that lists further paths.
  var pathList: String?
  /// The name that standard input goes by.
  var name: String?
  var endsPathsWithNUL = false
  var view: GraphView = .merged
  var directories: [String] = []
  var format: OutputFormat = .text
  var color: ColorChoice = .auto
  var language: String?

  /// Why the request makes no sense; nil when it does.
  var fault: String? {
    if paths.isEmpty, pathList == nil { return "name a path, or - for standard input" }
    if let fault = StandardInput.fault(paths: paths, name: name, by: by) { return fault }
    if pathList == "-", paths.contains("-") {
      return "standard input cannot be both a list of paths and a file"
    }
    return nil
  }

  /// Answers the request.
  ///
  /// - Throws: ``CommandFailure`` when the registry or the list of paths cannot be read, or some
  ///   path could not be answered.
  func run() throws {
    let registry = try load()
    let list = try pathList.map(PathList.init)
    var session = IdentifySession(self, registry: registry)
    answer(paths, registry, &session)
    if let list { answer(list, registry, &session) }
    session.finish()
    if let failure = list?.failure { throw failure }
    if session.hasFailed { throw CommandFailure(.someFailed) }
  }

  private func answer(
    _ paths: some Sequence<String>, _ registry: TypeRegistry, _ session: inout IdentifySession
  ) {
    if isRecursive {
      session.answer(paths.lazy.flatMap { DirectoryWalk($0, registry: registry) })
    } else {
      session.answer(paths.lazy.map { DirectoryWalk.Item(path: $0) })
    }
  }
}
