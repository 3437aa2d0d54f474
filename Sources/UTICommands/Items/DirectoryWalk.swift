import SystemPackage
import UTIPlatform
import UTITypeDetection
import UTITypeGraph
import UniformTypes

/// A walk over the items at and below a path, in byte order of their names.
///
/// A package is one item; a symbolic link below the path is never followed. Items are found on
/// demand, so the memory is limited to the names along the longest path.
struct DirectoryWalk: Sequence, IteratorProtocol {
  private let registry: TypeRegistry
  private let package: UTType?
  private let options: WalkOptions
  private let filter: WalkFilter
  /// The file of the inventory is not an item.
  private let output: ResumedOutput?
  /// The next one is last; a tree can be deeper than the stack of a thread.
  private var pending: [Place]
  /// The file system of the first directory.
  private var device: UInt64?
  /// The bytes of the start of every path, with its slash.
  private var startLength = 0
  /// The next item is the path itself, whose link is followed.
  private var followsNextLink: Bool

  private struct Place {
    let path: String
    /// The kind in the listing of the parent directory.
    let kind: FileKind?
    /// Levels below the start of the walk.
    let depth: Int
  }

  /// The output is the file of the inventory, which is not an item.
  init(
    _ path: String, followsLink: Bool, options: WalkOptions, entersPackages: Bool = false,
    registry: TypeRegistry, output: ResumedOutput? = nil
  ) {
    self.registry = registry
    self.output = output
    self.options = options
    filter = WalkFilter(options)
    package = entersPackages ? nil : registry.type(TypeIdentifier.package.rawValue)
    pending = [Place(path: path, kind: nil, depth: 0)]
    followsNextLink = followsLink
  }

  mutating func next() -> SelectedItem? {
    while let place = pending.popLast() {
      guard let directory = plainDirectory(at: place) else {
        return SelectedItem(path: place.path, isListedFile: place.kind == .regular)
      }
      guard enters(directory, at: place.depth) else { continue }
      do throws(Errno) {
        try addItems(below: place)
      } catch {
        return SelectedItem(
          path: place.path,
          refusal: "cannot read the directory: \(error); its contents were skipped")
      }
    }
    return nil
  }

  private mutating func addItems(below place: Place) throws(Errno) {
    let items = try DirectoryListing(at: place.path).items
    let prefix = place.path.hasSuffix("/") ? place.path : place.path + "/"
    if place.depth == 0 { startLength = prefix.utf8.count }
    for item in items.reversed() {
      let path = prefix + item.name
      if let output, output.isOwnFile(item.name, at: path) { continue }
      if filter.hasRules, omits(item, at: path) { continue }
      pending.append(Place(path: path, kind: item.kind, depth: place.depth + 1))
    }
  }

  private func omits(_ item: DirectoryListing.Item, at path: String) -> Bool {
    let relativePath = String(decoding: path.utf8.dropFirst(startLength), as: UTF8.self)
    return filter.omits(item.name, path: relativePath) {
      (item.kind ?? FileStatus.present(at: path, followsLinks: false)?.kind) == .directory
    }
  }

  private mutating func enters(_ directory: FileStatus, at depth: Int) -> Bool {
    if let maximumDepth = options.maximumDepth, depth >= maximumDepth { return false }
    guard options.staysOnFileSystem else { return true }
    device = device ?? directory.device
    return directory.device == device
  }

  /// nil for a package and for other items.
  private mutating func plainDirectory(at place: Place) -> FileStatus? {
    guard place.kind == nil || place.kind == .directory else { return nil }
    let follows = followsNextLink
    followsNextLink = false
    guard let status = FileStatus.present(at: place.path, followsLinks: follows),
      status.kind == .directory
    else { return nil }
    guard Self.mayBePackage(place.path), let package,
      let verdict = try? registry.identify(pathText: place.path),
      let type = registry.type(verdict.type.rawValue)
    else { return status }
    return type.conforms(to: package) ? nil : status
  }

  /// Only by the name: a package requires an extension.
  private static func mayBePackage(_ path: String) -> Bool {
    let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") } ?? path.utf8.startIndex
    return path.utf8[...end].reversed().prefix { $0 != UInt8(ascii: "/") }
      .contains(UInt8(ascii: "."))
  }
}
