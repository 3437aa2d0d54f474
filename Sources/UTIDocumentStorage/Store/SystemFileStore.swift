internal import CUTISystemCalls
public import SystemPackage
internal import UTIPlatform

/// The file systems of the machine.
///
/// Each operation is the system call of its name, repeated if a signal interrupts it.
public struct SystemFileStore: FileStore {
  /// Creates the store; all values are equal.
  public init() {}

  package static let currentDirectory = AT_FDCWD

  /// Runs a system call, and repeats it if a signal interrupts it.
  ///
  /// - Throws: an error for `path` if the call returns -1.
  @discardableResult
  package static func call<Result: FixedWidthInteger>(
    _ operation: FileStoreError.Operation, _ path: @autoclosure () -> FilePath,
    _ body: () -> Result
  ) throws(FileStoreError) -> Result {
    while true {
      let result = body()
      if result != -1 { return result }
      let number = errno
      if number == EINTR { continue }
      throw FileStoreError(operation, path: path(), errno: Errno(rawValue: number))
    }
  }

  /// Returns the path of an open file for messages, if the system knows it.
  package static func path(of file: FileDescriptor) -> FilePath { FilePath(of: file) }

  /// Returns the path of a location for messages.
  package static func path(of location: FileLocation) -> FilePath {
    guard let directory = location.directory, location.path.isRelative else {
      return location.path
    }
    return path(of: directory).pushing(location.path)
  }

  /// Returns the destination of a symbolic link.
  public func destinationOfSymbolicLink(
    at location: FileLocation
  ) throws(FileStoreError) -> FilePath {
    guard let path = location.withPlatformPath({ FilePath(destinationOf: $1, in: $0) }) else {
      let number = errno
      throw FileStoreError(
        .readSymbolicLink, path: Self.path(of: location), errno: Errno(rawValue: number))
    }
    return path
  }
}

extension FileLocation {
  /// Calls a function with the arguments of the `*at` system calls.
  package func withPlatformPath<Result>(_ body: (Int32, UnsafePointer<CChar>) -> Result) -> Result {
    path.withPlatformString {
      body(directory?.rawValue ?? SystemFileStore.currentDirectory, $0)
    }
  }
}
