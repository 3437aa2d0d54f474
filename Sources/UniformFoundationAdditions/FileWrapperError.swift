public import Foundation
public import SystemPackage
public import UTIDocumentStorage

/// An error of a file wrapper that reads or writes an item.
public struct FileWrapperError: Error, Sendable {
  /// The reason of the failure.
  public enum Reason: Sendable {
    /// A system call failed.
    case systemCall(FileStoreError)
    /// The item could not replace the old one.
    case saving(SafeWritingError)
    /// The item has changed since the wrapper was created, and its contents were not read before
    /// (rule M6).
    case changedSinceRead
    /// The item is a device, named pipe or socket, which has no contents.
    case specialFile
    /// Directories are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// The number of items exceeds the limit.
    case tooManyItems(limit: Int)
    /// The file is larger than the limit.
    case tooLarge(limit: Int)
    /// An item of a directory cannot have the name (rule M5).
    case invalidFilename(String)
    /// The URL is not a file URL.
    case notAFileURL
    /// The data are not a serialized wrapper, or are damaged.
    case invalidSerialization(offset: Int)
  }

  /// The path of the item; empty if it has none.
  public let path: FilePath
  /// The reason of the failure.
  public let reason: Reason

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - path: the path of the item.
  ///   - reason: the reason of the failure.
  public init(path: FilePath, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  init(_ error: FileStoreError) {
    self.init(path: error.path, reason: .systemCall(error))
  }

  /// The error number of the system; nil if no call failed.
  public var errno: Errno? {
    switch reason {
    case .systemCall(let error): error.errno
    case .saving(let error): error.errno
    default: nil
    }
  }
}

extension FileWrapperError: CustomStringConvertible, LocalizedError {
  /// The error in the form `path: problem; remedy`.
  public var description: String {
    switch reason {
    case .systemCall(let error): error.description
    case .saving(let error): String(describing: error)
    default: "\(problem); \(remedy)"
    }
  }

  package var problem: String {
    switch reason {
    case .systemCall(let error): error.description
    case .saving(let error): "\(path): \(error.message)"
    case .changedSinceRead: "\(path): it has been changed or removed since it was read"
    case .specialFile: "\(path): it is a device, a named pipe or a socket"
    case .tooDeep(let limit): "\(path): directories are nested more than \(limit) deep"
    case .tooManyItems(let limit): "\(path): there are more than \(limit) items"
    case .tooLarge(let limit): "\(path): the file has more than \(limit) bytes"
    case .invalidFilename(let name):
      "\(path): \(name.debugDescription) cannot be the name of an item"
    case .notAFileURL: "\(path): the URL names no file"
    case .invalidSerialization(let offset):
      "byte \(offset): the data are not a serialized file wrapper, or are damaged"
    }
  }

  package var remedy: String {
    switch reason {
    case .systemCall(let error): SafeWritingError.remedy(for: error.errno)
    case .saving(let error): error.remedy
    case .changedSinceRead: "read it again"
    case .specialFile: "choose a file or a directory"
    case .tooDeep, .tooManyItems, .tooLarge: "raise the limit to read it"
    case .invalidFilename: "give it another"
    case .notAFileURL: "give one whose scheme is file"
    case .invalidSerialization: "serialize it again"
    }
  }

  /// The description, for Foundation.
  public var errorDescription: String? { description }
}

/// Calls the file system, and converts its errors to file wrapper errors.
func wrapping<Result>(
  _ body: () throws(FileStoreError) -> Result
) throws(FileWrapperError) -> Result {
  do {
    return try body()
  } catch {
    throw FileWrapperError(error)
  }
}
