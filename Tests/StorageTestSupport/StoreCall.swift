package import SystemPackage
package import UTIDocumentStorage

/// A call of a store, as far as tests look at it.
package enum StoreCall: Sendable {
  case createDirectory(FileLocation)
  case createSymbolicLink(FileLocation, FilePath)
  case link(FileLocation, FileLocation)
  case rename(FileLocation, FileLocation, RenameMode)
  case removeFile(FileLocation)
  case removeDirectory(FileLocation)
  case createFile(FileLocation)
  case createUnnamedFile(in: FileLocation)
  case linkUnnamedFile(FileDescriptor, FileLocation)
  case open(FileLocation, FileAccess)
  case close(FileDescriptor)
  case write(FileDescriptor, [UInt8], at: Int64)
  case truncate(FileDescriptor, Int64)
  case synchronize(FileDescriptor)
  /// A call on an open file.
  case other(FileStoreError.Operation)
  /// A call that changes nothing, on an item by its name.
  case look(FileStoreError.Operation, FileLocation)

  package var operation: FileStoreError.Operation {
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
    case .other(let operation), .look(let operation, _): operation
    }
  }

  /// The path of the call, the new one of two paths; empty for calls on open files.
  package var path: FilePath {
    switch self {
    case .createDirectory(let location), .createSymbolicLink(let location, _),
      .link(_, let location), .rename(_, let location, _), .removeFile(let location),
      .removeDirectory(let location), .createFile(let location),
      .createUnnamedFile(in: let location), .linkUnnamedFile(_, let location),
      .open(let location, _), .look(_, let location):
      location.path
    case .close, .write, .truncate, .synchronize, .other: FilePath()
    }
  }

  /// The number of bytes to write.
  package var byteCount: Int {
    if case .write(_, let bytes, _) = self { bytes.count } else { 0 }
  }
}

extension StoreCall: CustomStringConvertible {
  package var description: String { "\(operation.rawValue) \(path)" }
}

/// An observer of every call of a store, before it happens and after it has succeeded.
///
/// The store calls its observers one at a time, whatever threads it is called from.
package protocol StoreObserver: AnyObject {
  /// Throws to make the call fail; gives the most bytes that a read or a write takes.
  func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int?
  func didPerform(_ call: StoreCall, opened: FileDescriptor?)
}

extension StoreObserver {
  package func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? { nil }
  package func didPerform(_ call: StoreCall, opened: FileDescriptor?) {}
}
