internal import CSystemCalls
public import SystemPackage
internal import UTIPlatform

/// The file systems of the machine.
///
/// Every operation is the system call of its name, repeated while a signal interrupts it.
public struct SystemFileStore: FileStore {
  /// Makes the store; all are alike.
  public init() {}

  package static let currentDirectory = AT_FDCWD

  /// Repeats a call that a signal interrupts.
  ///
  /// - Throws: the error that `path` belongs to, where the call returns -1.
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

  /// The path of an open file for messages, as far as the system knows it.
  package static func path(of file: FileDescriptor) -> FilePath {
    let name = FilePath("/proc/self/fd/\(file.rawValue)")
    return (try? destination(of: FileLocation(name))) ?? name
  }

  /// The path of a location for messages.
  package static func path(of location: FileLocation) -> FilePath {
    guard let directory = location.directory, location.path.isRelative else {
      return location.path
    }
    return path(of: directory).pushing(location.path)
  }

  private static func destination(of location: FileLocation) throws(FileStoreError) -> FilePath {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = try call(.readSymbolicLink, location.path) {
      location.withPlatformPath { directory, path in
        readlinkat(directory, path, &buffer, buffer.count - 1)
      }
    }
    buffer[length] = 0
    return buffer.withUnsafeBufferPointer { characters in
      characters.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
    }
  }

  /// Where a symbolic link leads.
  public func destinationOfSymbolicLink(
    at location: FileLocation
  ) throws(FileStoreError) -> FilePath {
    do {
      return try Self.destination(of: location)
    } catch {
      throw FileStoreError(error.operation, path: Self.path(of: location), errno: error.errno)
    }
  }
}

extension FileLocation {
  /// Calls a function with what the functions of the *at family take.
  package func withPlatformPath<Result>(_ body: (Int32, UnsafePointer<CChar>) -> Result) -> Result {
    path.withPlatformString {
      body(directory?.rawValue ?? SystemFileStore.currentDirectory, $0)
    }
  }
}
