import Documents
import SystemPackage

/// A call of a store, as far as tests look at it.
enum StoreCall {
  case createDirectory(FileLocation)
  case createSymbolicLink(FileLocation, FilePath)
  case link(FileLocation, FileLocation)
  case rename(FileLocation, FileLocation, RenameMode)
  case removeFile(FileLocation)
  case removeDirectory(FileLocation)
  case createFile(FileLocation)
  case createUnnamedFile
  case linkUnnamedFile(FileDescriptor, FileLocation)
  case open(FileLocation, FileAccess)
  case close(FileDescriptor)
  case write(FileDescriptor, [UInt8], at: Int64)
  case truncate(FileDescriptor, Int64)
  case synchronize(FileDescriptor)
  case other(FileStoreError.Operation)

  var operation: FileStoreError.Operation {
    switch self {
    case .createDirectory: .createDirectory
    case .createSymbolicLink: .createSymbolicLink
    case .link, .linkUnnamedFile: .link
    case .rename: .rename
    case .removeFile, .removeDirectory: .remove
    case .createFile: .createFile
    case .createUnnamedFile: .createUnnamedFile
    case .open: .open
    case .close: .close
    case .write: .write
    case .truncate: .truncate
    case .synchronize: .synchronize
    case .other(let operation): operation
    }
  }
}

/// What looks at every call of a store before it happens and after it has succeeded.
protocol StoreObserver: AnyObject {
  /// Throws to make the call fail; gives the most bytes that a write takes.
  func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int?
  func didPerform(_ call: StoreCall, opened: FileDescriptor?)
}

extension StoreObserver {
  func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? { nil }
  func didPerform(_ call: StoreCall, opened: FileDescriptor?) {}
}

/// The system's store with observers.
///
/// Unchecked, because a test uses it and its observers from one thread.
final class InterposedFileStore: FileStore, @unchecked Sendable {
  private let base = SystemFileStore()
  private let observers: [any StoreObserver]

  init(_ observers: any StoreObserver...) { self.observers = observers }

  @discardableResult
  private func call<Result>(
    _ call: StoreCall, _ body: (Int?) throws(FileStoreError) -> Result
  ) throws(FileStoreError) -> Result {
    var limit: Int?
    for observer in observers { limit = try observer.willPerform(call) ?? limit }
    let result = try body(limit)
    for observer in observers { observer.didPerform(call, opened: result as? FileDescriptor) }
    return result
  }

  func status(of location: FileLocation) throws(FileStoreError) -> FileStatus {
    try call(.other(.readStatus)) { _ throws(FileStoreError) in try base.status(of: location) }
  }

  func status(of file: FileDescriptor) throws(FileStoreError) -> FileStatus {
    try call(.other(.readStatus)) { _ throws(FileStoreError) in try base.status(of: file) }
  }

  func destinationOfSymbolicLink(
    at location: FileLocation
  ) throws(FileStoreError) -> FilePath {
    try call(.other(.readSymbolicLink)) { _ throws(FileStoreError) in
      try base.destinationOfSymbolicLink(at: location)
    }
  }

  func checkWriteAccess(to location: FileLocation) throws(FileStoreError) {
    try call(.other(.checkAccess)) { _ throws(FileStoreError) in
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
    try call(.createUnnamedFile) { _ throws(FileStoreError) in
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

  func lock(_ file: FileDescriptor) throws(FileStoreError) -> Bool {
    try call(.other(.lock)) { _ throws(FileStoreError) in try base.lock(file) }
  }
}
