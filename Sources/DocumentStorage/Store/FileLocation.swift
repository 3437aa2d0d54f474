public import SystemPackage
internal import UTIPlatform

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

  package init(_ name: FilePath.Component, in directory: FileDescriptor) {
    self.init(FilePath(name: name), in: directory)
  }

  /// The location of a child.
  package func appending(_ name: FilePath.Component) -> FileLocation {
    FileLocation(path.appending(name), from: directory)
  }

  /// The location that a path leads to from here.
  package func appending(_ rest: FilePath) -> FileLocation {
    rest.isEmpty ? self : FileLocation(path.pushing(rest), from: directory)
  }

  private init(_ path: FilePath, from directory: FileDescriptor?) {
    self.directory = directory
    self.path = path
  }
}

extension FilePath.Component {
  /// What the name is to the file system: text that looks the same may be another name.
  package var bytes: [UInt8] {
    withPlatformString { name in
      var count = 0
      while name[count] != 0 { count += 1 }
      return Array(UnsafeRawBufferPointer(start: name, count: count))
    }
  }
}

extension FilePath.Component {
  /// A Boolean value that indicates whether the bytes of the name begin with those of a text.
  func begins(with prefix: String) -> Bool {
    withPlatformString { name in
      prefix.withCString { strncmp(name, $0, prefix.utf8.count) == 0 }
    }
  }
}

extension FilePath {
  /// The path of a single name.
  ///
  /// A save makes dozens of these, and the initializer that takes a collection of names is ten
  /// times slower.
  package init(name: Component) { self = name.withPlatformString { FilePath(platformString: $0) } }

  /// The path without its last name, and that name; nil where there is none.
  ///
  /// One look at the bytes, where `lastComponent` and `removingLastComponent()` walk all names.
  package var splitAtLastName: (parent: FilePath, name: Component)? {
    withPlatformString { bytes -> (FilePath, Component)? in
      let slash = strrchr(bytes, CInt(UInt8(ascii: "/")))
      let start = slash.map { UnsafePointer($0) - bytes + 1 } ?? 0
      guard let name = Component(platformString: bytes + start) else { return nil }
      let parent = UnsafeBufferPointer(start: bytes, count: start)
      return (FilePath(platformString: Array(parent) + [0]), name)
    }
  }

  /// Whether a path is that of a directory or of something in it, by the names that it consists of.
  ///
  /// One comparison of bytes, where `starts(with:)` makes names of both paths.
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
