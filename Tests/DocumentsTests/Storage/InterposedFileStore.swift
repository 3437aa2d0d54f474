import Documents
import Synchronization
import SystemPackage

/// The system's store with observers.
///
/// Unchecked, because observers are called under a lock, and a test looks at them when the calls
/// that it made have come back.
final class InterposedFileStore: FileStore, @unchecked Sendable {
  private let base = SystemFileStore()
  private let observers: [any StoreObserver]
  private let lock = Mutex(())

  init(_ observers: any StoreObserver...) { self.observers = observers }

  @discardableResult
  private func call<Result>(
    _ call: StoreCall, _ body: (Int?) throws(FileStoreError) -> Result
  ) throws(FileStoreError) -> Result {
    let limit = try lock.withLock { _ throws(FileStoreError) in
      var limit: Int?
      for observer in observers { limit = try observer.willPerform(call) ?? limit }
      return limit
    }
    let result = try body(limit)
    lock.withLock { _ in
      for observer in observers { observer.didPerform(call, opened: result as? FileDescriptor) }
    }
    return result
  }

  func status(of location: FileLocation) throws(FileStoreError) -> FileStatus {
    try call(.look(.readStatus, location)) { _ throws(FileStoreError) in
      try base.status(of: location)
    }
  }

  func status(of file: FileDescriptor) throws(FileStoreError) -> FileStatus {
    try call(.other(.readStatus)) { _ throws(FileStoreError) in try base.status(of: file) }
  }

  func destinationOfSymbolicLink(
    at location: FileLocation
  ) throws(FileStoreError) -> FilePath {
    try call(.look(.readSymbolicLink, location)) { _ throws(FileStoreError) in
      try base.destinationOfSymbolicLink(at: location)
    }
  }

  func checkWriteAccess(to location: FileLocation) throws(FileStoreError) {
    try call(.look(.checkAccess, location)) { _ throws(FileStoreError) in
      try base.checkWriteAccess(to: location)
    }
  }

  func createDirectory(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) {
    try call(.createDirectory(location)) { _ throws(FileStoreError) in
      try base.createDirectory(at: location, permissions: permissions)
    }
  }

  func createSymbolicLink(
    at location: FileLocation, to destination: FilePath
  ) throws(FileStoreError) {
    try call(.createSymbolicLink(location, destination)) { _ throws(FileStoreError) in
      try base.createSymbolicLink(at: location, to: destination)
    }
  }

  func link(_ location: FileLocation, to newLocation: FileLocation) throws(FileStoreError) {
    try call(.link(location, newLocation)) { _ throws(FileStoreError) in
      try base.link(location, to: newLocation)
    }
  }

  func rename(
    _ location: FileLocation, to newLocation: FileLocation, _ mode: RenameMode
  ) throws(FileStoreError) {
    try call(.rename(location, newLocation, mode)) { _ throws(FileStoreError) in
      try base.rename(location, to: newLocation, mode)
    }
  }

  func removeFile(at location: FileLocation) throws(FileStoreError) {
    try call(.removeFile(location)) { _ throws(FileStoreError) in
      try base.removeFile(at: location)
    }
  }

  func removeDirectory(at location: FileLocation) throws(FileStoreError) {
    try call(.removeDirectory(location)) { _ throws(FileStoreError) in
      try base.removeDirectory(at: location)
    }
  }

  func open(
    _ location: FileLocation, for access: FileAccess
  ) throws(FileStoreError) -> FileDescriptor {
    try call(.open(location, access)) { _ throws(FileStoreError) in
      try base.open(location, for: access)
    }
  }

  func createFile(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor {
    try call(.createFile(location)) { _ throws(FileStoreError) in
      try base.createFile(at: location, permissions: permissions)
    }
  }

  func createUnnamedFile(
    in directory: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor {
    try call(.createUnnamedFile(in: directory)) { _ throws(FileStoreError) in
      try base.createUnnamedFile(in: directory, permissions: permissions)
    }
  }

  func linkUnnamedFile(
    _ file: FileDescriptor, to location: FileLocation
  ) throws(FileStoreError) {
    try call(.linkUnnamedFile(file, location)) { _ throws(FileStoreError) in
      try base.linkUnnamedFile(file, to: location)
    }
  }

  func close(_ file: FileDescriptor) throws(FileStoreError) {
    // A close that fails has closed all the same.
    defer { try? base.close(file) }
    try call(.close(file)) { _ throws(FileStoreError) in }
  }

  func names(in directory: FileDescriptor) throws(FileStoreError) -> [FilePath.Component] {
    try call(.other(.list)) { _ throws(FileStoreError) in try base.names(in: directory) }
  }

  func names(
    in directory: FileDescriptor, beginningWith prefix: String
  ) throws(FileStoreError) -> [FilePath.Component] {
    try call(.other(.list)) { _ throws(FileStoreError) in
      try base.names(in: directory, beginningWith: prefix)
    }
  }

  func read(
    from file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileStoreError) -> Int {
    try call(.other(.read)) { _ throws(FileStoreError) in
      try base.read(from: file, into: buffer, at: offset)
    }
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int64
  ) throws(FileStoreError) -> Int {
    // Observers see what is written at most; a test that makes writes short records none.
    try call(.write(file, Array(bytes), at: offset)) { limit throws(FileStoreError) in
      let count = min(bytes.count, limit ?? bytes.count)
      return try base.write(
        UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: file, at: offset)
    }
  }

  func truncate(_ file: FileDescriptor, to size: Int64) throws(FileStoreError) {
    try call(.truncate(file, size)) { _ throws(FileStoreError) in
      try base.truncate(file, to: size)
    }
  }

  func reserve(_ size: Int64, for file: FileDescriptor) throws(FileStoreError) {
    try call(.other(.reserve)) { _ throws(FileStoreError) in try base.reserve(size, for: file) }
  }

  func clone(
    _ source: FileDescriptor, to destination: FileDescriptor
  ) throws(FileStoreError) {
    // Cloned bytes would be none that an observer sees.
    try call(.other(.clone)) { _ throws(FileStoreError) in
      throw FileStoreError(.clone, path: FilePath(), errno: .notSupported)
    }
  }

  func synchronize(_ file: FileDescriptor) throws(FileStoreError) {
    try call(.synchronize(file)) { _ throws(FileStoreError) in try base.synchronize(file) }
  }

  func setPermissions(
    _ permissions: FilePermissions, of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.setPermissions)) { _ throws(FileStoreError) in
      try base.setPermissions(permissions, of: file)
    }
  }

  func setOwner(
    _ owner: UInt32?, group: UInt32?, of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.setOwner)) { _ throws(FileStoreError) in
      try base.setOwner(owner, group: group, of: file)
    }
  }

  func setModificationTime(
    _ time: FileTime, of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.setTimes)) { _ throws(FileStoreError) in
      try base.setModificationTime(time, of: file)
    }
  }

  func extendedAttributeNames(of file: FileDescriptor) throws(FileStoreError) -> [String] {
    try call(.other(.readAttribute)) { _ throws(FileStoreError) in
      try base.extendedAttributeNames(of: file)
    }
  }

  func extendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) -> [UInt8] {
    try call(.other(.readAttribute)) { _ throws(FileStoreError) in
      try base.extendedAttribute(name, of: file)
    }
  }

  func setExtendedAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.writeAttribute)) { _ throws(FileStoreError) in
      try base.setExtendedAttribute(name, to: value, of: file)
    }
  }

  func removeExtendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.writeAttribute)) { _ throws(FileStoreError) in
      try base.removeExtendedAttribute(name, of: file)
    }
  }

  func lock(_ file: FileDescriptor, _ mode: FileLockMode) throws(FileStoreError) -> Bool {
    try call(.other(.lock)) { _ throws(FileStoreError) in try base.lock(file, mode) }
  }
}
