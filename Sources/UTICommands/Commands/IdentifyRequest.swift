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
    var inputs = paths
    if let pathList { inputs += try PathList.read(pathList) }
    var session = IdentifySession(self, registry: registry)
    if isRecursive {
      session.answer(DirectoryWalk(inputs, registry: registry))
    } else {
      session.answer(inputs.lazy.map { DirectoryWalk.Item(path: $0) })
    }
    session.finish()
    if session.hasFailed { throw CommandFailure(.someFailed) }
  }
}
