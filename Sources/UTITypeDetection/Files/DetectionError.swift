internal import SystemPackage

/// The reason why a path has no verdict.
public struct DetectionError: Error, Hashable, Sendable {
  /// The path as it was given; `\xE9` replaces a byte that is not UTF-8.
  public let path: String
  /// The error number of the operating system.
  public let errorNumber: Int32
  /// The operation that failed.
  public let operation: String

  init(_ path: ItemPath, errorNumber: Int32, operation: String) {
    self.path = path.shown
    self.errorNumber = errorNumber
    self.operation = operation
  }

  /// The path may be another name of the input, such as `-` for standard input.
  package init(path: String, errorNumber: Int32, operation: String) {
    self.path = path
    self.errorNumber = errorNumber
    self.operation = operation
  }

  /// The action that corrects the problem.
  public var remedy: String {
    switch Errno(rawValue: errorNumber) {
    case .noSuchFileOrDirectory: "check the path"
    case .permissionDenied, .notPermitted:
      "grant permission to read it, or ask by name only"
    case .notDirectory: "a part of the path is not a directory; check the path"
    case .tooManySymbolicLinkLevels: "the links lead in a circle; correct one of them"
    case .fileNameTooLong: "shorten the path, or ask from a directory nearer to it"
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: "close other files, or ask for fewer at once"
    default: "check the file and its file system"
    }
  }
}

extension DetectionError: CustomStringConvertible {
  /// The error in the form `path: operation: reason; remedy`.
  public var description: String {
    "\(path): cannot \(operation): \(Errno(rawValue: errorNumber).description); \(remedy)"
  }
}
