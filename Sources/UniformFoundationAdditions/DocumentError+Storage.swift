internal import Foundation
package import SystemPackage
package import UTIDocumentStorage

@_exported public import struct UTIFoundationBridge.DocumentError

extension DocumentError {
  /// The reason why a file wrapper cannot read or write an item.
  package enum WrapperReason {
    /// The contents were not read before (rule M6).
    case changedSinceRead
    case specialFile
    case tooDeep(limit: Int)
    case tooManyItems(limit: Int)
    case tooLarge(limit: Int)
    /// An item of a directory cannot have the name (rule M5).
    case invalidFilename(String)
  }

  package init(_ reason: WrapperReason, at path: FilePath) {
    let (code, message, remedy): (Code, String, String) =
      switch reason {
      case .changedSinceRead:
        (.changedWhileReading, "it has been changed or removed since it was read", "read it again")
      case .specialFile:
        (
          .specialFile, "it is a device, a named pipe or a socket",
          "choose a file or a directory"
        )
      case .tooDeep(let limit):
        (.limitExceeded, "directories are nested more than \(limit) deep", Self.raisingLimit)
      case .tooManyItems(let limit):
        (.limitExceeded, "there are more than \(limit) items", Self.raisingLimit)
      case .tooLarge(let limit):
        (.limitExceeded, "the file has more than \(limit) bytes", Self.raisingLimit)
      case .invalidFilename(let name):
        (.invalidName, "\(name.debugDescription) cannot be the name of an item", "give it another")
      }
    self.init(code, .access, url: URL(of: path), message: message, remedy: remedy)
  }

  private static let raisingLimit = "raise the limit to read it"

  /// `directory` is the one that a relative path of the error starts from.
  package init(_ error: FileStoreError, in directory: FilePath = "") {
    self.init(
      Self.code(of: error.errno), .access, url: URL(of: directory.pushing(error.path)),
      errno: error.errno, underlyingError: error,
      message: "cannot \(error.operation.phrase): \(error.errno.description)",
      remedy: SafeWritingError.remedy(for: error.errno))
  }

  package init(_ error: SafeWritingError) {
    self.init(
      Self.code(of: error), .access, url: URL(of: error.path), errno: error.errno,
      isOriginalIntact: error.isOriginalIntact, underlyingError: error, message: error.message,
      remedy: error.remedy)
  }

  package static func code(of error: SafeWritingError) -> Code {
    switch error.code {
    case .alreadyExists: .fileExists
    case .vanished: .deleted
    case .changedOnDisk: .changedOnDisk
    case .specialFile: .specialFile
    case .notWritable, .immutable: .noPermission
    case .missingDirectory: .noSuchFile
    default: error.errno.map(code(of:)) ?? .system
    }
  }

  package static func code(of errno: Errno) -> Code {
    switch errno {
    case .noSuchFileOrDirectory, .notDirectory: .noSuchFile
    case .permissionDenied, .notPermitted, .readOnlyFileSystem: .noPermission
    case .fileExists: .fileExists
    default: .system
    }
  }
}

/// Calls the file system, and converts its errors.
func wrapping<Result>(
  in root: FileTreeRoot? = nil, _ body: () throws(FileStoreError) -> Result
) throws(DocumentError) -> Result {
  do {
    return try body()
  } catch {
    throw DocumentError(error, in: root?.path ?? "")
  }
}
