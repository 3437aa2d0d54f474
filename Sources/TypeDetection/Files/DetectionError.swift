internal import SystemPackage

/// Why nothing could be said about a path.
public struct DetectionError: Error, Hashable, Sendable {
  /// The path as it was given; a byte that is no UTF-8 stands as `\xE9`.
  public let path: String
  /// The error number of the operating system.
  public let errorNumber: Int32
  /// What was tried.
  public let operation: String

  init(_ path: ItemPath, errorNumber: Int32, operation: String) {
    self.path = path.shown
    self.errorNumber = errorNumber
    self.operation = operation
  }

  /// - Parameter path: the path, or what stands for one, such as `-` for standard input.
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
  /// The error in the form `path: what was tried: reason; remedy`.
  public var description: String {
    "\(path): cannot \(operation): \(Errno(rawValue: errorNumber).description); \(remedy)"
  }
}
