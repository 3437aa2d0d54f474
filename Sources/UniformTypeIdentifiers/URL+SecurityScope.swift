public import Foundation

// Members that sandboxed programs call on Apple's systems before they use an item. Here only the
// permissions of the file system apply.

extension URL {
  /// Begins to use an item outside a sandbox, which needs no permission here.
  ///
  /// - Returns: true; the file system determines whether the item can be used.
  public func startAccessingSecurityScopedResource() -> Bool { true }

  /// Ends the use of an item outside a sandbox.
  public func stopAccessingSecurityScopedResource() {}
}

extension FileManager {
  /// Returns the directory that the programs of a group share: one among the user's data, which is
  /// created when it is missing.
  ///
  /// - Parameter groupIdentifier: the name of the group.
  /// - Returns: nil when the name is invalid for a directory, or when the directory cannot be
  ///   created.
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

  /// The user's data directory of the XDG base directory specification, which requires that
  /// relative paths are ignored.
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
