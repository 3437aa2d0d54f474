package import SystemPackage
internal import UTIPlatform

/// A path relative to an open directory, or an independent path.
///
/// A location in an open directory stays valid during several operations, even if another process
/// renames a parent of the directory or replaces it by a symbolic link.
package struct FileLocation: Hashable, Sendable {
  /// The open directory that `path` is relative to; nil for the current directory of the process.
  package let directory: FileDescriptor?
  /// The relative path; empty for the directory itself.
  package let path: FilePath

  /// Creates a location from a path.
  ///
  /// - Parameter path: the path, absolute or relative to the current directory of the process.
  package init(_ path: FilePath) {
    directory = nil
    self.path = path
  }

  /// Creates a location in an open directory.
  ///
  /// - Parameters:
  ///   - path: the path relative to the directory, in most cases a single name.
  ///   - directory: the directory, which must stay open while the location is used.
  package init(_ path: FilePath, in directory: FileDescriptor) {
    self.directory = directory
    self.path = path
  }

  package init(_ name: FilePath.Component, in directory: FileDescriptor) {
    self.init(FilePath(name: name), in: directory)
  }

  package func appending(_ name: FilePath.Component) -> FileLocation {
    FileLocation(path.appending(name), from: directory)
  }

  package func appending(_ rest: FilePath) -> FileLocation {
    rest.isEmpty ? self : FileLocation(path.pushing(rest), from: directory)
  }

  private init(_ path: FilePath, from directory: FileDescriptor?) {
    self.directory = directory
    self.path = path
  }
}
