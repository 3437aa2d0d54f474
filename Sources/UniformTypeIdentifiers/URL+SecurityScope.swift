public import Foundation

// What sandboxed programs ask of Apple's systems before they use an item. Here the permissions of the
// file system alone decide.

extension URL {
  /// Begins to use an item outside a sandbox, which needs no leave here.
  ///
  /// - Returns: true; whether the item can be used, the file system says.
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Ends the use of an item outside a sandbox.
  public func stopAccessingSecurityScopedResource() {}
}

extension FileManager {
  /// The directory that the programs of a group share: one among the user's data, which is made when
  /// it is missing.
  ///
  /// - Parameter groupIdentifier: the name of the group.
  /// - Returns: nil when the name cannot be that of a directory, or the directory cannot be made.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    let isName =
      !["", ".", ".."].contains(groupIdentifier)
      && !groupIdentifier.contains(where: { "/\0".contains($0) })
    guard isName, let data = userDataDirectory else { return nil }
    let url = data.appending(component: "app-groups", directoryHint: .isDirectory)
      .appending(component: groupIdentifier, directoryHint: .isDirectory)
    do {
      try createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      return nil
    }
    return url
  }

  /// Where the XDG base directory specification has a user's data; a path that is not absolute is to be
  /// passed over.
  private var userDataDirectory: URL? {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return URL(filePath: home, directoryHint: .isDirectory)
      .appending(path: ".local/share", directoryHint: .isDirectory)
  }
}
