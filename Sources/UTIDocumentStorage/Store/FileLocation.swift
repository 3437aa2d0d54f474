public import SystemPackage
internal import UTIPlatform

/// A path relative to an open directory, or an independent path.
///
/// A location in an open directory stays valid during several operations, even if another process
/// renames a parent of the directory or replaces it by a symbolic link.
public struct FileLocation: Hashable, Sendable {
  /// The open directory that `path` is relative to; nil for the current directory of the process.
  public let directory: FileDescriptor?
  /// The relative path; empty for the directory itself.
  public let path: FilePath

  /// Creates a location from a path.
  ///
  /// - Parameter path: the path, absolute or relative to the current directory of the process.
  public init(_ path: FilePath) {
    directory = nil
    self.path = path
  }

  /// Creates a location in an open directory.
  ///
  /// - Parameters:
  ///   - path: the path relative to the directory, in most cases a single name.
  ///   - directory: the directory, which must stay open while the location is used.
  public init(_ path: FilePath, in directory: FileDescriptor) {
    self.directory = directory
    self.path = path
  }

  package init(_ name: FilePath.Component, in directory: FileDescriptor) {
    self.init(FilePath(name: name), in: directory)
  }

  /// Returns the location of a child.
  package func appending(_ name: FilePath.Component) -> FileLocation {
    FileLocation(path.appending(name), from: directory)
  }

  /// Returns the location of a path relative to this one.
  package func appending(_ rest: FilePath) -> FileLocation {
    rest.isEmpty ? self : FileLocation(path.pushing(rest), from: directory)
  }

  private init(_ path: FilePath, from directory: FileDescriptor?) {
    self.directory = directory
    self.path = path
  }
}

extension FilePath.Component {
  /// The bytes of the name, because equal-looking text can be another name for the file system.
  package var bytes: [UInt8] {
    withPlatformString { name in
      var count = 0
      while name[count] != 0 { count += 1 }
      return Array(UnsafeRawBufferPointer(start: name, count: count))
    }
  }
}

extension FilePath.Component {
  /// Returns whether the bytes of the name begin with the bytes of a text.
  func begins(with prefix: String) -> Bool {
    withPlatformString { name in
      prefix.withCString { strncmp(name, $0, prefix.utf8.count) == 0 }
    }
  }
}

extension FilePath {
  /// Creates the path of a single name.
  ///
  /// A save creates dozens of them, and the initializer with a collection of names is ten times
  /// slower.
  package init(name: Component) { self = name.withPlatformString { FilePath(platformString: $0) } }

  /// The parent path and the last name; nil if there is no name.
  ///
  /// It scans the bytes once, while `lastComponent` and `removingLastComponent()` scan all names.
  package var splitAtLastName: (parent: FilePath, name: Component)? {
    withPlatformString { bytes -> (FilePath, Component)? in
      let slash = strrchr(bytes, CInt(UInt8(ascii: "/")))
      let start = slash.map { UnsafePointer($0) - bytes + 1 } ?? 0
      guard let name = Component(platformString: bytes + start) else { return nil }
      let parent = UnsafeBufferPointer(start: bytes, count: start)
      return (FilePath(platformString: Array(parent) + [0]), name)
    }
  }

  /// Returns whether a path names a directory or an item in it, by its components.
  ///
  /// It compares bytes once, while `starts(with:)` creates the components of both paths.
  package func isWithin(_ directory: FilePath) -> Bool {
    withPlatformString { path in
      directory.withPlatformString { directory in
        let count = strlen(directory)
        guard strncmp(path, directory, count) == 0 else { return false }
        let slash = CChar(UInt8(ascii: "/"))
        return path[count] == 0 || path[count] == slash
          || count > 0 && directory[count - 1] == slash
      }
    }
  }
}
