import Documents
import Synchronization
import SystemPackage

/// The file system of the machine, with a list of what was asked of it, and errors on demand.
final class InterceptingFileStore: FileStore {
  struct Call: Sendable, CustomStringConvertible {
    let operation: FileStoreError.Operation
    let path: FilePath
    var byteCount = 0

    var description: String { "\(operation.rawValue) \(path)" }
  }

  private let system = SystemFileStore()
  private let recorded = Mutex<[Call]>([])
  private let fault: @Sendable (Call, _ index: Int) -> Errno?

  /// - Parameter fault: the error that a call ends with, by the call and its place among all; nil
  ///   lets it through.
  init(fault: @escaping @Sendable (Call, Int) -> Errno? = { _, _ in nil }) {
    self.fault = fault
  }

  var calls: [Call] { recorded.withLock { $0 } }

  func count(_ operation: FileStoreError.Operation) -> Int {
    calls.count { $0.operation == operation }
  }

  func forget() { recorded.withLock { $0 = [] } }

  private func record(
    _ operation: FileStoreError.Operation, _ path: FilePath, byteCount: Int = 0
  ) throws(FileStoreError) {
    let call = Call(operation: operation, path: path, byteCount: byteCount)
    let index = recorded.withLock {
      $0.append(call)
      return $0.count - 1
    }
    if let errno = fault(call, index) { throw FileStoreError(operation, path: path, errno: errno) }
  }

  func status(of location: FileLocation) throws(FileStoreError) -> FileStatus {
    try record(.readStatus, location.path)
    return try system.status(of: location)
  }

  func destinationOfSymbolicLink(at location: FileLocation) throws(FileStoreError) -> FilePath {
    try record(.readSymbolicLink, location.path)
    return try system.destinationOfSymbolicLink(at: location)
  }

  func checkWriteAccess(to location: FileLocation) throws(FileStoreError) {
    try record(.checkAccess, location.path)
    try system.checkWriteAccess(to: location)
  }

  func createDirectory(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) {
    try record(.createDirectory, location.path)
    try system.createDirectory(at: location, permissions: permissions)
  }

  func createSymbolicLink(
    at location: FileLocation, to destination: FilePath
  ) throws(FileStoreError) {
    try record(.createSymbolicLink, location.path)
    try system.createSymbolicLink(at: location, to: destination)
  }

  func link(_ location: FileLocation, to newLocation: FileLocation) throws(FileStoreError) {
    try record(.link, newLocation.path)
    try system.link(location, to: newLocation)
  }

  func rename(
    _ location: FileLocation, to newLocation: FileLocation, _ mode: RenameMode
  ) throws(FileStoreError) {
    try record(.rename, newLocation.path)
    try system.rename(location, to: newLocation, mode)
  }

  func removeFile(at location: FileLocation) throws(FileStoreError) {
    try record(.remove, location.path)
    try system.removeFile(at: location)
  }

  func removeDirectory(at location: FileLocation) throws(FileStoreError) {
    try record(.remove, location.path)
    try system.removeDirectory(at: location)
  }

  func open(_ location: FileLocation, for access: FileAccess) throws(FileStoreError)
    -> FileDescriptor
  {
    try record(.open, location.path)
    return try system.open(location, for: access)
  }

  func createFile(
    at location: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor {
    try record(.createFile, location.path)
    return try system.createFile(at: location, permissions: permissions)
  }

  func createUnnamedFile(
    in directory: FileLocation, permissions: FilePermissions
  ) throws(FileStoreError) -> FileDescriptor {
    try record(.createUnnamedFile, directory.path)
    return try system.createUnnamedFile(in: directory, permissions: permissions)
  }

  func linkUnnamedFile(
    _ file: FileDescriptor, to location: FileLocation
  ) throws(FileStoreError) {
    try record(.link, location.path)
    try system.linkUnnamedFile(file, to: location)
  }

  func close(_ file: FileDescriptor) throws(FileStoreError) {
    // The descriptor is gone even where an error is reported.
    let result = Result { () throws(FileStoreError) in try system.close(file) }
    try record(.close, "")
    try result.get()
  }

  func status(of file: FileDescriptor) throws(FileStoreError) -> FileStatus {
    try record(.readStatus, "")
    return try system.status(of: file)
  }

  func names(in directory: FileDescriptor) throws(FileStoreError) -> [FilePath.Component] {
    try record(.list, "")
    return try system.names(in: directory)
  }

  func read(
    from file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(FileStoreError) -> Int {
    try record(.read, "")
    return try system.read(from: file, into: buffer, at: offset)
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int64
  ) throws(FileStoreError) -> Int {
    try record(.write, "", byteCount: bytes.count)
    return try system.write(bytes, to: file, at: offset)
  }

  func truncate(_ file: FileDescriptor, to size: Int64) throws(FileStoreError) {
    try record(.truncate, "")
    try system.truncate(file, to: size)
  }

  func reserve(_ size: Int64, for file: FileDescriptor) throws(FileStoreError) {
    try record(.reserve, "")
    try system.reserve(size, for: file)
  }

  func clone(
    _ source: FileDescriptor, to destination: FileDescriptor
  ) throws(FileStoreError) {
    try record(.clone, "")
    try system.clone(source, to: destination)
  }

  func synchronize(_ file: FileDescriptor) throws(FileStoreError) {
    try record(.synchronize, "")
    try system.synchronize(file)
  }

  func setPermissions(
    _ permissions: FilePermissions, of file: FileDescriptor
  ) throws(FileStoreError) {
    try record(.setPermissions, "")
    try system.setPermissions(permissions, of: file)
  }

  func setOwner(
    _ owner: UInt32?, group: UInt32?, of file: FileDescriptor
  ) throws(FileStoreError) {
    try record(.setOwner, "")
    try system.setOwner(owner, group: group, of: file)
  }

  func setModificationTime(_ time: FileTime, of file: FileDescriptor) throws(FileStoreError) {
    try record(.setTimes, "")
    try system.setModificationTime(time, of: file)
  }

  func extendedAttributeNames(of file: FileDescriptor) throws(FileStoreError) -> [String] {
    try record(.readAttribute, "")
    return try system.extendedAttributeNames(of: file)
  }

  func extendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) -> [UInt8] {
    try record(.readAttribute, "")
    return try system.extendedAttribute(name, of: file)
  }

  func setExtendedAttribute(
    _ name: String, to value: [UInt8], of file: FileDescriptor
  ) throws(FileStoreError) {
    try record(.writeAttribute, "")
    try system.setExtendedAttribute(name, to: value, of: file)
  }

  func removeExtendedAttribute(
    _ name: String, of file: FileDescriptor
  ) throws(FileStoreError) {
    try record(.writeAttribute, "")
    try system.removeExtendedAttribute(name, of: file)
  }

  func lock(_ file: FileDescriptor) throws(FileStoreError) -> Bool {
    try record(.lock, "")
    return try system.lock(file)
  }
}
