public import SystemPackage

/// A name in an open directory, or a path of its own.
///
/// A name in an open directory stays right when somebody renames a parent of the directory, or puts
/// a symbolic link into its way, while several operations follow each other.
public struct FileLocation: Hashable, Sendable {
  /// The open directory that `path` starts from; nil for the current directory of the process.
  public let directory: FileDescriptor?
  /// The path from there; empty for the directory itself.
  public let path: FilePath

  /// Makes a location from a path.
  ///
  /// - Parameter path: the path, absolute or from the current directory of the process.
  public init(_ path: FilePath) {
    directory = nil
    self.path = path
  }

  /// Makes a location in an open directory.
  ///
  /// - Parameters:
  ///   - path: the path from the directory on, in most cases a single name.
  ///   - directory: the directory, which stays open as long as the location is used.
  public init(_ path: FilePath, in directory: FileDescriptor) {
    self.directory = directory
    self.path = path
  }

  init(_ name: FilePath.Component, in directory: FileDescriptor) {
    self.init(FilePath(root: nil, [name]), in: directory)
  }

  /// The location of a child.
  func appending(_ name: FilePath.Component) -> FileLocation {
    appending(FilePath(root: nil, [name]))
  }

  /// The location that a path leads to from here.
  func appending(_ rest: FilePath) -> FileLocation {
    let longer = path.pushing(rest)
    guard let directory else { return FileLocation(longer) }
    return FileLocation(longer, in: directory)
  }
}
