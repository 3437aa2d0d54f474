internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// A directory of the older version of a package, with the listing of its items.
struct OlderDirectory {
  let origin: FileOrigin
  private let items: [FilePath.Component: ListedItem]
  private let isRoot: Bool

  init(_ origin: FileOrigin) throws(DocumentError) {
    self.origin = origin
    isRoot = origin.name == "."
    let store = origin.root.store
    let listed = try wrapping(in: origin.root) { () throws(FileStoreError) in
      try store.withOpen(origin.location, for: .reading) { directory throws(FileStoreError) in
        try store.items(in: directory)
      }
    }
    items = Dictionary(listed.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// A directory that each version creates again had the same name there.
  func item(for child: FileTree, named newName: FilePath.Component) -> OlderItem? {
    let name = child.nameInOlderVersion ?? newName
    return items[name].map { OlderItem($0, in: origin, isInRoot: isRoot) }
  }
}

/// An item of the older version of a package, according to the listing of its directory.
struct OlderItem {
  private let item: ListedItem
  private let parent: FileOrigin
  private let name: FilePath

  init(_ item: ListedItem, in parent: FileOrigin, isInRoot: Bool) {
    self.item = item
    self.parent = parent
    name = isInRoot ? FilePath(name: item.name) : parent.name.appending(item.name)
  }

  var location: FileLocation { FileLocation(name, in: parent.root.descriptor) }

  /// Returns whether the item has the inode number of one of several files.
  func isProbably(oneOf origins: [FileOrigin]) -> Bool {
    guard let inode = item.inode, item.kind == .regular else { return false }
    return origins.contains {
      $0.status.inode == inode && $0.status.device == parent.status.device
    }
  }

  func origin(_ status: FileStatus) -> FileOrigin {
    FileOrigin(root: parent.root, name: name, status: status)
  }

  /// Returns the item with its present status; nil if it no longer exists.
  func origin() -> FileOrigin? {
    (try? parent.root.store.status(of: location)).map(origin)
  }

  func directory() -> FileOrigin? {
    guard item.kind == .directory || item.kind == nil, let found = origin(),
      found.status.kind == .directory
    else { return nil }
    return found
  }
}

extension FileOrigin {
  func with(_ status: FileStatus) -> FileOrigin {
    FileOrigin(root: root, name: name, status: status)
  }
}

extension FileTree {
  /// Nil if the item was never on disk.
  var nameInOlderVersion: FilePath.Component? {
    nameOnDisk?.name ?? filename.flatMap(Self.component)
  }
}
