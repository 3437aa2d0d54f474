public import DocumentStorage
public import Foundation
public import SystemPackage

/// Why a file wrapper could not read or write an item.
public struct FileWrapperError: Error, Sendable {
  /// What went wrong.
  public enum Reason: Sendable {
    /// A call of the operating system failed.
    case systemCall(FileStoreError)
    /// The item could not be put into the place of the old one.
    case saving(SafeWritingError)
    /// The item is no longer what it was when the wrapper was made, and its contents had not been
    /// read by then (rule M6).
    case changedSinceRead
    /// The item is a device, a named pipe or a socket, which has no contents.
    case specialFile
    /// Directories are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// There are more items than the limit.
    case tooManyItems(limit: Int)
    /// The file is larger than the limit.
    case tooLarge(limit: Int)
    /// The name is not one that an item of a directory can have (rule M5).
    case invalidFilename(String)
    /// The URL is not one of a file.
    case notAFileURL
    /// The data are not, or no longer, what a wrapper was serialized to.
    case invalidSerialization(offset: Int)
  }

  /// The path of the item; empty where it has none.
  public let path: FilePath
  /// What went wrong.
  public let reason: Reason

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - path: the path of the item.
  ///   - reason: what went wrong.
  public init(path: FilePath, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  init(_ error: FileStoreError) {
    self.init(path: error.path, reason: .systemCall(error))
  }

  /// The error number of the operating system; nil where no call failed.
  public var errno: Errno? {
    switch reason {
    case .systemCall(let error): error.errno
    case .saving(let error): error.errno
    default: nil
    }
  }
}

extension FileWrapperError: CustomStringConvertible, LocalizedError {
  /// The error in the form `path: what is wrong; what to do`.
  public var description: String {
    switch reason {
    case .systemCall(let error): error.description
    case .saving(let error): String(describing: error)
    default: "\(problem); \(remedy)"
    }
  }

  /// What is wrong, with the path.
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
      "byte \(offset): the data are not those of a serialized file wrapper, or are damaged"
    }
  }

  /// The action that corrects the problem.
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

  /// The same sentence, for those who ask Foundation.
  public var errorDescription: String? { description }
}

/// Calls the file system, and turns its errors into those of file wrappers.
func wrapping<Result>(
  _ body: () throws(FileStoreError) -> Result
) throws(FileWrapperError) -> Result {
  do {
    return try body()
  } catch {
    throw FileWrapperError(error)
  }
}
