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

/// Lossless conversion of paths to text and back (``LosslessText``).
extension FilePath {
  /// Makes the path that a text spells.
  ///
  /// A path has no repeated and no final slashes; the text may have them.
  package init(text: String) {
    if LosslessText.hasStrayBytes(text) {
      self.init(platformString: LosslessText.bytes(text).map { CChar(bitPattern: $0) } + [0])
    } else {
      self = text.withCString { FilePath(platformString: $0) }
    }
  }

  /// The path as text.
  package var text: String {
    withPlatformString { LosslessText.text(cString: $0) }
  }

  /// Returns the path with a name appended, which is given as text.
  ///
  /// - Parameter name: one or several names with slashes between them.
  package func appending(text name: String) -> FilePath { pushing(FilePath(text: name)) }
}

extension LosslessText {
  /// Returns the text of the bytes before a NUL.
  package static func text(cString: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeRawBufferPointer(start: cString, count: strlen(cString))
    return bytes.withMemoryRebound(to: UInt8.self) { text($0) }
  }

  /// Calls a function with the path that a text spells, as the system takes it.
  ///
  /// Unlike a `FilePath`, which drops final and repeated slashes, this function keeps the spelling
  /// and so the meaning of a final slash. It does not copy a text that is UTF-8.
  package static func withPlatformString<Value>(
    _ text: String, _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    guard hasStrayBytes(text) else { return text.withCString(body) }
    let bytes = bytes(text).map { CChar(bitPattern: $0) } + [0]
    return bytes.withUnsafeBufferPointer { $0.baseAddress.map(body) } ?? text.withCString(body)
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
