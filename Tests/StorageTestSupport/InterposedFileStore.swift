import Synchronization
package import SystemPackage
package import UTIDocumentStorage
package import UTIPlatform

/// The system's store with observers.
///
/// Unchecked, because observers are called under a lock, and a test looks at them when the calls
/// that it made have come back.
package final class InterposedFileStore: FileStore, @unchecked Sendable {
  private let base = SystemFileStore()
  private let observers: [any StoreObserver]
  private let lock = Mutex(())

  package init(_ observers: any StoreObserver...) { self.observers = observers }

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

  package func status(of location: FileLocation) throws(FileStoreError) -> FileStatus {
    try call(.look(.readStatus, location)) { _ throws(FileStoreError) in
      try base.status(of: location)
    }
  }

  package func status(of file: FileDescriptor) throws(FileStoreError) -> FileStatus {
    try call(.other(.readStatus)) { _ throws(FileStoreError) in try base.status(of: file) }
  }

  package func destinationOfSymbolicLink(
    at location: FileLocation
  ) throws(FileStoreError) -> FilePath {
    try call(.look(.readSymbolicLink, location)) { _ throws(FileStoreError) in
      try base.destinationOfSymbolicLink(at: location)
    }
  }

  package func checkWriteAccess(to location: FileLocation) throws(FileStoreError) {
    try call(.look(.checkAccess, location)) { _ throws(FileStoreError) in
      try base.checkWriteAccess(to: location)
    }
  }

  package func createDirectory(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) {
    try call(.createDirectory(location)) { _ throws(FileStoreError) in
      try base.createDirectory(at: location, permissions: permissions)
    }
  }

  package func createSymbolicLink(
    at location: FileLocation, to destination: FilePath
  ) throws(FileStoreError) {
    try call(.createSymbolicLink(location, destination)) { _ throws(FileStoreError) in
      try base.createSymbolicLink(at: location, to: destination)
    }
  }

  package func link(_ location: FileLocation, to newLocation: FileLocation) throws(FileStoreError) {
    try call(.link(location, newLocation)) { _ throws(FileStoreError) in
      try base.link(location, to: newLocation)
    }
  }

  package func rename(
    _ location: FileLocation, to newLocation: FileLocation, _ mode: RenameMode
  ) throws(FileStoreError) {
    try call(.rename(location, newLocation, mode)) { _ throws(FileStoreError) in
      try base.rename(location, to: newLocation, mode)
    }
  }

  package func removeFile(at location: FileLocation) throws(FileStoreError) {
    try call(.removeFile(location)) { _ throws(FileStoreError) in
      try base.removeFile(at: location)
    }
  }

  package func removeDirectory(at location: FileLocation) throws(FileStoreError) {
    try call(.removeDirectory(location)) { _ throws(FileStoreError) in
      try base.removeDirectory(at: location)
    }
  }

  package func open(
    _ location: FileLocation, for access: FileAccess
  ) throws(FileStoreError) -> FileDescriptor {
    try call(.open(location, access)) { _ throws(FileStoreError) in
      try base.open(location, for: access)
    }
  }

  package func createFile(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor {
    try call(.createFile(location)) { _ throws(FileStoreError) in
      try base.createFile(at: location, permissions: permissions)
    }
  }

  package func createUnnamedFile(
    in directory: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor {
    try call(.createUnnamedFile(in: directory)) { _ throws(FileStoreError) in
      try base.createUnnamedFile(in: directory, permissions: permissions)
    }
  }

  package func linkUnnamedFile(
    _ file: FileDescriptor, to location: FileLocation
  ) throws(FileStoreError) {
    try call(.linkUnnamedFile(file, location)) { _ throws(FileStoreError) in
      try base.linkUnnamedFile(file, to: location)
    }
  }

  package func close(_ file: FileDescriptor) throws(FileStoreError) {
    // A close that fails has closed all the same.
    defer { try? base.close(file) }
    try call(.close(file)) { _ throws(FileStoreError) in }
  }

  package func names(in directory: FileDescriptor) throws(FileStoreError) -> [FilePath.Component] {
    try call(.other(.list)) { _ throws(FileStoreError) in try base.names(in: directory) }
  }

  package func items(in directory: FileDescriptor) throws(FileStoreError) -> [ListedItem] {
    try call(.other(.list)) { _ throws(FileStoreError) in try base.items(in: directory) }
  }

  package func names(
    in directory: FileDescriptor, beginningWith prefix: String
  ) throws(FileStoreError) -> [FilePath.Component] {
    try call(.other(.list)) { _ throws(FileStoreError) in
      try base.names(in: directory, beginningWith: prefix)
    }
  }

  package func read(
    from file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileStoreError) -> Int {
    try call(.other(.read)) { limit throws(FileStoreError) in
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(limit ?? buffer.count))
      return try base.read(from: file, into: part, at: offset)
    }
  }

  package func write(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int64
  ) throws(FileStoreError) -> Int {
    // Observers see what is written at most; a test that makes writes short records none.
    try call(.write(file, Array(bytes), at: offset)) { limit throws(FileStoreError) in
      let count = min(bytes.count, limit ?? bytes.count)
      return try base.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: file, at: offset)
    }
  }

  package func truncate(_ file: FileDescriptor, to size: Int64) throws(FileStoreError) {
    try call(.truncate(file, size)) { _ throws(FileStoreError) in
      try base.truncate(file, to: size)
    }
  }

  package func reserve(_ size: Int64, for file: FileDescriptor) throws(FileStoreError) {
    try call(.other(.reserve)) { _ throws(FileStoreError) in try base.reserve(size, for: file) }
  }

  package func clone(
    _ source: FileDescriptor, to destination: FileDescriptor
  ) throws(FileStoreError) {
    // Cloned bytes would be none that an observer sees.
    try call(.other(.clone)) { _ throws(FileStoreError) in
      throw FileStoreError(.clone, path: FilePath(), errno: .notSupported)
    }
  }

  package func synchronize(_ file: FileDescriptor) throws(FileStoreError) {
    try call(.synchronize(file)) { _ throws(FileStoreError) in try base.synchronize(file) }
  }

  package func setPermissions(
    _ permissions: FilePermissions, of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.setPermissions)) { _ throws(FileStoreError) in
      try base.setPermissions(permissions, of: file)
    }
  }

  package func setOwner(
    _ owner: UInt32?, group: UInt32?, of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.setOwner)) { _ throws(FileStoreError) in
      try base.setOwner(owner, group: group, of: file)
    }
  }

  package func setModificationTime(
    _ time: FileTime, of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.setTimes)) { _ throws(FileStoreError) in
      try base.setModificationTime(time, of: file)
    }
  }

  package func extendedAttributeNames(of file: FileDescriptor) throws(FileStoreError) -> [String] {
    try call(.other(.readAttribute)) { _ throws(FileStoreError) in
      try base.extendedAttributeNames(of: file)
    }
  }

  package func extendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) -> [UInt8] {
    try call(.other(.readAttribute)) { _ throws(FileStoreError) in
      try base.extendedAttribute(name, of: file)
    }
  }

  package func setExtendedAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.writeAttribute)) { _ throws(FileStoreError) in
      try base.setExtendedAttribute(name, to: value, of: file)
    }
  }

  package func removeExtendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) {
    try call(.other(.writeAttribute)) { _ throws(FileStoreError) in
      try base.removeExtendedAttribute(name, of: file)
    }
  }

  package func hasWriter(_ file: FileDescriptor) -> Bool? { base.hasWriter(file) }

  package func lock(_ file: FileDescriptor, _ mode: FileLockMode) throws(FileStoreError) -> Bool {
    try call(.other(.lock)) { _ throws(FileStoreError) in try base.lock(file, mode) }
  }

  package func unlock(_ file: FileDescriptor) throws(FileStoreError) {
    try call(.other(.lock)) { _ throws(FileStoreError) in try base.unlock(file) }
  }
}
