internal import SystemPackage
package import UTIPlatform

/// The state of a watched item, which includes all items in a directory.
struct ItemStamp: Hashable, Sendable {
  let own: FileStatus
  /// The items in a directory, by relative path; nil for other items.
  let contents: [FilePath: ItemState]?
  var isCut = false
  var digest: UInt64?

  /// - Throws: `ENOENT` if the item does not exist.
  init(of path: FilePath, _ options: WatchingOptions, in files: any WatchedFiles) throws(Errno) {
    own = try files.stamp(of: path)
    guard own.kind == .directory, options.looksInside else {
      contents = nil
      if own.kind == .regular, options.comparesContents, own.size <= options.mostBytesCompared {
        digest = files.digest(of: path)
      }
      return
    }
    var scan = DirectoryScan(root: path, most: options.mostSubitems, files: files)
    scan.run()
    contents = scan.found
    isCut = scan.isCut
  }

  /// Does not read the items; nil for a file, another package, and one with more items than the
  /// limit.
  init?(_ own: FileStatus, savedAs identity: FileIdentity, _ options: WatchingOptions) {
    guard own.kind == .directory, options.looksInside, let children = identity.children,
      own.device == identity.device, own.inode == identity.inode
    else { return nil }
    var found: [FilePath: ItemState] = [:]
    Self.collect(children, in: FilePath(""), &found)
    guard found.count <= options.mostSubitems else { return nil }
    self.own = own
    contents = found
  }

  private static func collect(
    _ children: [FilePath.Component: FileIdentity], in directory: FilePath,
    _ found: inout [FilePath: ItemState]
  ) {
    found.reserveCapacity(found.count + children.count)
    for (name, child) in children {
      let path = directory.appending(name)
      found[path] = ItemState(child)
      if let others = child.children { collect(others, in: path, &found) }
    }
  }

  func difference(to later: ItemStamp) -> FileStatus.Difference {
    let difference = own.difference(to: later.own)
    // Another item with the same bytes is equal for readers.
    if difference != .metadata, let digest, own.kind == later.own.kind, digest == later.digest {
      return difference == .none ? .none : .metadata
    }
    guard difference != .contents, let contents, let others = later.contents else {
      return difference
    }
    var result = difference
    guard contents.count == others.count else { return .contents }
    for (path, stamp) in contents {
      guard let other = others[path] else { return .contents }
      switch stamp.difference(to: other) {
      case .contents: return .contents
      case .metadata: result = .metadata
      case .none: break
      }
    }
    return result
  }

  func changedSubitems(in later: ItemStamp) -> [FileEvent.Subitem] {
    guard let contents, let others = later.contents else { return [] }
    struct Number: Hashable { let device, inode: UInt64 }
    func number(_ stamp: ItemState) -> Number {
      Number(device: stamp.device, inode: stamp.inode)
    }
    let gone = contents.filter { others[$0.key] == nil }
    let new = others.filter { contents[$0.key] == nil }
    let places = Dictionary(
      new.map { (number($0.value), $0.key) }, uniquingKeysWith: { first, _ in first })
    var changes: [FilePath: FileEvent.Subitem] = [:]
    var moved: Set<FilePath> = []
    for (path, stamp) in gone {
      if let place = places[number(stamp)], moved.insert(place).inserted {
        changes[path] = .moved(from: path, to: place)
      } else {
        changes[path] = .removed(path)
      }
    }
    for path in new.keys where !moved.contains(path) { changes[path] = .appeared(path) }
    for (path, stamp) in contents {
      guard let other = others[path], stamp.difference(to: other) == .contents else { continue }
      changes[path] = .changed(path)
    }
    return changes.sorted { $0.key.string < $1.key.string }.map(\.value)
  }
}

/// Lists a directory with all items in it; symbolic links are not followed.
struct DirectoryScan {
  let root: FilePath
  let most: Int
  let files: any WatchedFiles
  private(set) var found: [FilePath: ItemState] = [:]
  private(set) var isCut = false

  init(root: FilePath, most: Int, files: any WatchedFiles) {
    self.root = root
    self.most = most
    self.files = files
  }

  mutating func run() {
    var waiting: [FilePath] = [FilePath("")]
    while let relative = waiting.popLast() {
      let directory = relative.isEmpty ? root : root.pushing(relative)
      for name in files.names(in: directory) {
        let path = relative.appending(name)
        guard let stamp = try? files.stamp(of: root.pushing(path)) else { continue }
        guard found.count < most else {
          isCut = true
          return
        }
        found[path] = ItemState(stamp)
        if stamp.kind == .directory { waiting.append(path) }
      }
    }
  }
}

/// The state of one item, without the items in it.
struct ItemState: Hashable, Sendable {
  /// The properties that a change of attributes alters.
  private struct Attributes: Hashable, Sendable {
    let permissions: FilePermissions
    let changed: FileTime
  }

  let kind: FileKind
  let device: UInt64
  let inode: UInt64
  private let size: Int64
  private let modified: FileTime
  /// Nil if only the contents are known.
  private let attributes: Attributes?

  init(_ status: FileStatus) {
    (kind, device, inode) = (status.kind, status.device, status.inode)
    (size, modified) = (status.size, status.modified)
    attributes = Attributes(permissions: status.permissions, changed: status.changed)
  }

  /// Attributes are unknown, because removing the name in the old package changes the link.
  init(_ identity: FileIdentity) {
    (kind, device, inode) = (identity.kind, identity.device, identity.inode)
    (size, modified) = (identity.size, identity.modified)
    attributes = nil
  }

  /// The contents of a directory are separate items, so a change of its times alone does not count.
  func difference(to later: ItemState) -> FileStatus.Difference {
    guard kind == later.kind, device == later.device, inode == later.inode else {
      return .contents
    }
    let (old, new) = (attributes, later.attributes)
    let isUnknown = old == nil || new == nil
    if kind == .directory {
      return isUnknown || old?.permissions == new?.permissions ? .none : .metadata
    }
    guard size == later.size, modified == later.modified else { return .contents }
    return isUnknown || old == new ? .none : .metadata
  }
}

/// The comparison of two states of an item.
extension FileStatus {
  /// The difference between two states of an item.
  package enum Difference: Hashable, Sendable {
    case none, metadata, contents
  }

  package func difference(to later: FileStatus) -> Difference {
    ItemState(self).difference(to: ItemState(later))
  }
}
