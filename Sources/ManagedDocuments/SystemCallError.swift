#if ManagedDocuments

internal import UTIPlatform

/// A system call that has failed.
public struct SystemCallError: Error, CustomStringConvertible, Sendable {
  /// The action that failed.
  public let action: String
  /// The path of the file.
  public let path: String
  /// The error number of the system.
  public let errno: Int32

  /// The path, the failed action and the reason.
  public var description: String {
    "\(path): cannot \(action): \(String(cString: strerror(errno))) (errno \(errno))"
  }

  /// Creates the error of the call that has just failed.
  init(_ action: String, _ path: String, errno: Int32 = UTIPlatform.errno) {
    self.action = action
    self.path = path
    self.errno = errno
  }
}

#endif
