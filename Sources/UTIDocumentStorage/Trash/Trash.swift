package import SystemPackage
internal import UTIPlatform

/// The user's trash directory on the home file system, and two at the top of every other one
/// (freedesktop.org's trash specification, version 1.0).
package struct Trash: Sendable {
  /// `$XDG_DATA_HOME/Trash`; nil if the user has no data directory.
  package var home = UserDirectory.data?.appending("Trash")
  package var user: UInt32 {
    get { chosenUser ?? geteuid() }
    set { chosenUser = newValue }
  }

  private var chosenUser: UInt32?

  package init() {}

  /// `path` is the last known path, without symbolic links in its directory; nil if no trash has
  /// the item.
  package func place(
    of item: FileStatus.Item?, at path: FilePath, in store: any FileStore
  ) -> FilePath? {
    if contains(path, in: store) { return path }
    // A search is not necessary while the path has an item.
    guard let item, (try? store.statusIfPresent(of: FileLocation(path))) == .some(nil) else {
      return nil
    }
    for directory in directories(for: item, at: path, in: store) {
      if let found = search(directory, for: item, in: store) { return found }
    }
    return nil
  }

  /// True for a trash of the user, or of any user at the top of a file system.
  private func contains(_ path: FilePath, in store: any FileStore) -> Bool {
    if let files = home?.appending("files") {
      let resolved = store.resolvedPath(of: files)
      if [files, resolved].contains(where: { path != $0 && path.isWithin($0) }) { return true }
    }
    let names = path.components.map(\.string)
    return names.indices.contains { index in
      let rest = names[index...].dropFirst()
      if names[index] == ".Trash", let user = rest.first, user.isDecimal {
        return rest.dropFirst().first == "files" && rest.count > 2
      }
      return names[index].hasPrefix(".Trash-") && names[index].dropFirst(7).isDecimal
        && rest.first == "files" && rest.count > 1
    }
  }

  /// A move on the item's own file system keeps its inode number.
  func directories(
    for item: FileStatus.Item, at path: FilePath, in store: any FileStore
  ) -> [FilePath] {
    var directories = home.map { [$0.appending("files")] } ?? []
    let top = store.top(of: path, device: item.device)
    directories.append(top.appending(".Trash").appending("\(user)").appending("files"))
    directories.append(top.appending(".Trash-\(user)").appending("files"))
    return directories
  }

  private func search(
    _ directory: FilePath, for item: FileStatus.Item, in store: any FileStore
  ) -> FilePath? {
    guard (try? isOwn(directory, in: store)) == true,
      let names = try? store.names(at: FileLocation(directory.appending(".")))
    else { return nil }
    return names.lazy.map(directory.appending).first { path in
      (try? store.status(of: FileLocation(path))).map(\.item) == item
    }
  }
}

extension FileStore {
  /// Returns the highest directory of the item's path on its file system.
  func top(of path: FilePath, device: UInt64) -> FilePath {
    var top = path.removingLastComponent()
    while !top.isEmpty, let parent = top.lastComponent == nil ? nil : top.removingLastComponent(),
      (try? status(of: FileLocation(parent.appending("."))))?.device == device
    {
      top = parent
    }
    return top
  }

  /// Unchanged if the directory does not exist.
  package func resolvedPath(of directory: FilePath) -> FilePath {
    guard let descriptor = try? open(FileLocation(directory.appending(".")), for: .naming) else {
      return directory
    }
    defer { try? close(descriptor) }
    return SystemFileStore.path(of: descriptor)
  }
}
