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

  /// Creates the path of an open file, if the system knows it, for messages and watches.
  ///
  /// - Parameter descriptor: the descriptor, which may be open for its path only.
  package init(of descriptor: FileDescriptor) {
    let name = FilePath("/proc/self/fd/\(descriptor.rawValue)")
    self = name.withPlatformString { FilePath(destinationOf: $0, in: AT_FDCWD) } ?? name
  }

  /// Creates the destination of a symbolic link with readlinkat(2).
  ///
  /// - Parameters:
  ///   - name: the link, as the system takes it.
  ///   - directory: the descriptor of the directory of a relative path, or `AT_FDCWD`.
  /// - Returns: nil if the call fails, in which case `errno` has the reason.
  package init?(destinationOf name: UnsafePointer<CChar>, in directory: Int32) {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlinkat(directory, name, &buffer, buffer.count - 1)
    guard length >= 0 else { return nil }
    self.init(platformString: buffer)
  }

  /// The current directory of the process; nil if it has been removed.
  package static var currentDirectory: FilePath? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard getcwd(&bytes, bytes.count) != nil else { return nil }
    return FilePath(platformString: bytes)
  }

  /// True if there is an item, even if it is a dangling link.
  package var namesItem: Bool { FileStatus.present(at: self, followsLinks: false) != nil }

  /// True if the path leads to a directory.
  package var leadsToDirectory: Bool { FileStatus.present(at: self)?.kind == .directory }

  /// True if the path leads to a regular file.
  package var leadsToFile: Bool { FileStatus.present(at: self)?.kind == .regular }
}
