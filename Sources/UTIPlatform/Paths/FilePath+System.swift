package import SystemPackage

/// Operations of the system on paths.
extension FilePath {
  /// The path after resolving all links (realpath(3)); nil if there is no item, in which case
  /// `errno` has the reason.
  package var resolved: FilePath? {
    withPlatformString { path in
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return FilePath(platformString: resolved)
    }
  }

  /// The current directory of the process; nil if it has been removed.
  package static var currentDirectory: FilePath? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&bytes, bytes.count) != nil else { return nil }
    return FilePath(platformString: bytes)
  }

  /// A Boolean value that indicates whether there is an item, even if it is a dangling link.
  package var namesItem: Bool { FileStatus.present(at: self, followsLinks: false) != nil }

  /// A Boolean value that indicates whether the path leads to a directory.
  package var leadsToDirectory: Bool { FileStatus.present(at: self)?.kind == .directory }

  /// A Boolean value that indicates whether the path leads to a regular file.
  package var leadsToFile: Bool { FileStatus.present(at: self)?.kind == .regular }
}
