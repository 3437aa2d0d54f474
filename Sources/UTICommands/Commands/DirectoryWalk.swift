import Glibc
import TypeDetection
import TypeGraph
import UniformTypes

/// The items at and below some paths, in byte order of their names.
///
/// A package is one item; a symbolic link is never followed. Items are found as they are asked for,
/// so a tree of any size takes the memory of its longest path.
struct DirectoryWalk: Sequence, IteratorProtocol {
  private let registry: TypeRegistry
  private let package: UTType?
  /// What is still to be visited, the next one last; a stack, because a tree can be deeper than the
  /// stack of a thread.
  private var pending: [String]

  init(_ paths: [String], registry: TypeRegistry) {
    self.registry = registry
    package = registry.type(TypeIdentifier.package.rawValue)
    pending = paths.reversed()
  }

  mutating func next() -> String? {
    while let path = pending.popLast() {
      // A directory that cannot be read is an item too: identifying it tells why.
      guard isPlainDirectory(path), let names = Self.names(in: path) else { return path }
      let prefix = path.hasSuffix("/") ? path : path + "/"
      pending += names.sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }.map { prefix + $0 }
    }
    return nil
  }

  private func isPlainDirectory(_ path: String) -> Bool {
    var status = stat()
    guard PathText.withPath(path, { lstat($0, &status) }) == 0,
      status.st_mode & S_IFMT == S_IFDIR
    else { return false }
    guard let package, let verdict = try? registry.identify(pathText: path),
      let type = registry.type(verdict.type.rawValue)
    else { return true }
    return !type.conforms(to: package)
  }

  private static func names(in path: String) -> [String]? {
    PathText.withPath(path) { DirectoryNames.names(inDirectory: $0, text: PathText.text) }
  }
}
