import SystemPackage
import TypeDeclarations
import TypeDetection
import TypeGraph
import UTIPlatform
import UniformTypes

/// A walk over the items at and below a path, in byte order of their names.
///
/// A package is one item; a symbolic link below the path is never followed. The walk finds items on
/// demand, so its memory is limited to the names along the longest path, not to all items of the
/// tree.
struct DirectoryWalk: Sequence, IteratorProtocol {
  private let registry: TypeRegistry
  private let package: UTType?
  /// The items to visit, the next one last; a stack, because a tree can be deeper than the stack of
  /// a thread.
  private var pending: [(path: String, kind: FileKind?)]
  /// A Boolean value that indicates whether the next item is the path itself, whose link is
  /// followed.
  private var followsNextLink: Bool

  /// - Parameter followsLink: whether a path that is a link to a directory is followed.
  init(_ path: String, followsLink: Bool, registry: TypeRegistry) {
    self.registry = registry
    package = registry.type(TypeIdentifier.package.rawValue)
    pending = [(path, nil)]
    followsNextLink = followsLink
  }

  mutating func next() -> SelectedItem? {
    while let (path, kind) = pending.popLast() {
      guard isPlainDirectory(path, kind) else {
        return SelectedItem(path: path, isListedFile: kind == .regular)
      }
      do throws(Errno) {
        let items = try DirectoryListing(at: path).items
        let prefix = path.hasSuffix("/") ? path : path + "/"
        pending += items.reversed().map { (prefix + $0.name, $0.kind) }
      } catch {
        return SelectedItem(
          path: path,
          refusal: "cannot read the directory: \(error); its contents were skipped")
      }
    }
    return nil
  }

  /// - Parameter kind: the kind in the listing of the parent directory.
  private mutating func isPlainDirectory(_ path: String, _ kind: FileKind?) -> Bool {
    guard kind == nil || kind == .directory else { return false }
    let follows = followsNextLink
    followsNextLink = false
    guard FileStatus.present(at: path, followsLinks: follows)?.kind == .directory else {
      return false
    }
    guard Self.mayBePackage(path), let package,
      let verdict = try? registry.identify(pathText: path),
      let type = registry.type(verdict.type.rawValue)
    else { return true }
    return !type.conforms(to: package)
  }

  /// Returns a Boolean value that indicates whether the name of a directory may indicate a package,
  /// which requires an extension.
  private static func mayBePackage(_ path: String) -> Bool {
    let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") } ?? path.utf8.startIndex
    return path.utf8[...end].reversed().prefix { $0 != UInt8(ascii: "/") }
      .contains(UInt8(ascii: "."))
  }
}
