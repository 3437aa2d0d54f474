internal import CUTISystemCalls
package import SystemPackage
package import UTIPlatform

/// The file systems of the machine.
///
/// Each operation is the system call of its name, repeated if a signal interrupts it.
package struct SystemFileStore: FileStore {
  /// Creates the store; all values are equal.
  package init() {}

  package static let currentDirectory = AT_FDCWD

  /// Repeats a call that a signal interrupts; throws an error for `path` if it returns -1.
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
  package func destinationOfSymbolicLink(
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

extension SystemFileStore {
  /// Changes the permissions with fchmod(2).
  package func setPermissions(
    _ permissions: FilePermissions, of file: FileDescriptor
  ) throws(FileStoreError) {
    try Self.call(.setPermissions, Self.path(of: file)) {
      fchmod(file.rawValue, permissions.rawValue)
    }
  }

  /// Changes the owner and the group with fchown(2).
  package func setOwner(
    _ owner: UInt32?, group: UInt32?, of file: FileDescriptor
  ) throws(FileStoreError) {
    // The value -1 leaves an owner unchanged, here in an unsigned type.
    try Self.call(.setOwner, Self.path(of: file)) {
      fchown(file.rawValue, owner ?? .max, group ?? .max)
    }
  }

  /// Changes the modification time with futimens(3).
  package func setModificationTime(
    _ time: FileTime, of file: FileDescriptor
  ) throws(FileStoreError) {
    let times = [
      timespec(tv_sec: 0, tv_nsec: UTI_UTIME_OMIT),
      timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds)),
    ]
    try Self.call(.setTimes, Self.path(of: file)) { futimens(file.rawValue, times) }
  }

  /// Returns the names of the extended attributes with flistxattr(2); empty if the file system has
  /// none.
  package func extendedAttributeNames(of file: FileDescriptor) throws(FileStoreError) -> [String] {
    do {
      let bytes = try Self.growingBuffer(.readAttribute, file) {
        uti_flistxattr(file.rawValue, $0?.assumingMemoryBound(to: CChar.self), $1)
      }
      return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    } catch  where error.errno == .notSupported {
      return []
    }
  }

  /// Returns the value of an extended attribute with fgetxattr(2).
  package func extendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) -> [UInt8] {
    try Self.growingBuffer(.readAttribute, file) { uti_fgetxattr(file.rawValue, name, $0, $1) }
  }

  /// Sets an extended attribute with fsetxattr(2).
  package func setExtendedAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(FileStoreError) {
    try Self.call(.writeAttribute, Self.path(of: file)) {
      uti_fsetxattr(file.rawValue, name, value, value.count)
    }
  }

  /// Removes an extended attribute with fremovexattr(2).
  package func removeExtendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) {
    try Self.call(.writeAttribute, Self.path(of: file)) {
      uti_fremovexattr(file.rawValue, name)
    }
  }

  /// Reads the size, then the bytes, and repeats this if they have grown in between.
  private static func growingBuffer(
    _ operation: FileStoreError.Operation, _ file: FileDescriptor,
    _ body: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileStoreError) -> [UInt8] {
    var bytes: [UInt8]?
    while bytes == nil {
      let size = try call(operation, path(of: file)) { body(nil, 0) }
      bytes = try filled([UInt8](repeating: 0, count: size), operation, file, body)
    }
    return bytes ?? []
  }

  /// Nil if the bytes no longer fit.
  private static func filled(
    _ buffer: [UInt8], _ operation: FileStoreError.Operation, _ file: FileDescriptor,
    _ body: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(FileStoreError) -> [UInt8]? {
    guard !buffer.isEmpty else { return buffer }
    var bytes = buffer
    do throws(FileStoreError) {
      let count = try call(operation, path(of: file)) {
        bytes.withUnsafeMutableBytes { body($0.baseAddress, $0.count) }
      }
      return Array(bytes.prefix(count))
    } catch  where error.errno == .outOfRange {
      return nil
    }
  }
}
