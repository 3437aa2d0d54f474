package import SystemPackage
internal import UTIPlatform

/// The places that items are moved to when people throw them away.
///
/// Source: the trash specification of freedesktop.org, version 1.0: a directory of the user's for
/// the items of the home file system, and one of two at the top of every other.
package struct Trash: Sendable {
  /// `$XDG_DATA_HOME/Trash`; nil where the user has no directory.
  package var home = UserDirectory.data?.appending("Trash")
  /// The number of the user.
  package var user: UInt32 = geteuid()

  package init() {}

  /// Where an item is in a trash.
  ///
  /// - Parameters:
  ///   - item: the item; nil when nothing is known of it.
  ///   - path: where it was last, without symbolic links on the way.
  ///   - store: the file system.
  /// - Returns: nil when it is in none, as far as can be seen.
  package func place(
    of item: FileIdentity.Item?, at path: FilePath, in store: any FileStore
  ) -> FilePath? {
    if contains(path, in: store) { return path }
    // Nothing has to be looked for while there is an item in the place.
    guard let item, (try? store.statusIfPresent(of: FileLocation(path))) == .some(nil) else {
      return nil
    }
    for directory in directories(for: item, at: path, in: store) {
      if let found = search(directory, for: item, in: store) { return found }
    }
    return nil
  }

  /// Whether a path leads into a trash, the user's or that of anybody at the top of a file system.
  private func contains(_ path: FilePath, in store: any FileStore) -> Bool {
    if let files = home?.appending("files") {
      let resolved = store.resolvedPath(of: files)
      if [files, resolved].contains(where: { path != $0 && path.isWithin($0) }) { return true }
    }
    let names = path.components.map(\.string)
    return names.indices.contains { index in
      let rest = names[index...].dropFirst()
      if names[index] == ".Trash", let user = rest.first, Self.isNumber(user) {
        return rest.dropFirst().first == "files" && rest.count > 2
      }
      return names[index].hasPrefix(".Trash-") && Self.isNumber(names[index].dropFirst(7))
        && rest.first == "files" && rest.count > 1
    }
  }

  /// Whether a text is the number of a user.
  package static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Where an item goes that is thrown away: on its own file system, so that it stays the same one.
  func directories(
    for item: FileIdentity.Item, at path: FilePath, in store: any FileStore
  ) -> [FilePath] {
    var directories = home.map { [$0.appending("files")] } ?? []
    var top = path.removingLastComponent()
    while !top.isEmpty, let parent = top.lastComponent == nil ? nil : top.removingLastComponent(),
      (try? store.status(of: FileLocation(parent.appending("."))))?.device == item.device
    {
      top = parent
    }
    directories.append(top.appending(".Trash").appending("\(user)").appending("files"))
    directories.append(top.appending(".Trash-\(user)").appending("files"))
    return directories
  }

  private func search(
    _ directory: FilePath, for item: FileIdentity.Item, in store: any FileStore
  ) -> FilePath? {
    guard (try? isOwn(directory, in: store)) == true,
      let names = try? store.names(at: FileLocation(directory.appending(".")))
    else { return nil }
    return names.lazy.map(directory.appending).first { path in
      (try? store.status(of: FileLocation(path))).map(FileIdentity.Item.init) == item
    }
  }
}

extension FileStore {
  /// The path of a directory without symbolic links; as it is where there is no such directory.
  package func resolvedPath(of directory: FilePath) -> FilePath {
    guard let descriptor = try? open(FileLocation(directory.appending(".")), for: .naming) else {
      return directory
    }
    defer { try? close(descriptor) }
    return SystemFileStore.path(of: descriptor)
  }
}
