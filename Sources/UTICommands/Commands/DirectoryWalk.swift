import Glibc
import SystemPackage
import TypeDetection
import TypeGraph
import UniformTypes

/// The items at and below some paths, in byte order of their names.
///
/// A package is one item; a symbolic link is never followed. Items are found as they are asked for,
/// so a tree takes the memory of the names beside its longest path, not that of all its items.
struct DirectoryWalk: Sequence, IteratorProtocol {
  /// An item that the walk has come to.
  struct Item: Sendable {
    let path: String
    /// Why the items below it are not known; nil when there are none or they come next.
    var refusal: Errno?
  }

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

  mutating func next() -> Item? {
    while let path = pending.popLast() {
      guard isPlainDirectory(path) else { return Item(path: path) }
      switch Self.names(in: path) {
      case .success(let names):
        let prefix = path.hasSuffix("/") ? path : path + "/"
        pending += names.sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }.map { prefix + $0 }
      case .failure(let error):
        return Item(path: path, refusal: error)
      }
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

  private static func names(in path: String) -> Result<[String], Errno> {
    PathText.withPath(path) { pointer in
      DirectoryNames.names(inDirectory: pointer, text: PathText.text).map(Result.success)
        ?? .failure(Errno(rawValue: errno))
    }
  }
}
