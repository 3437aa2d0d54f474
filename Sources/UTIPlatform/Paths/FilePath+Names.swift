package import SystemPackage

extension FilePath.Component {
  /// The bytes of the name, because equal-looking text can be another name for the file system.
  package var bytes: [UInt8] {
    withPlatformString { name in
      var count = 0
      while name[count] != 0 { count += 1 }
      return Array(UnsafeRawBufferPointer(start: name, count: count))
    }
  }

  /// Returns whether the bytes of the name begin with the bytes of a text.
  package func begins(with prefix: String) -> Bool {
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
