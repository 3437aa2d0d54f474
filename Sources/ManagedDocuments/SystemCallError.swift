#if ManagedDocuments

internal import UTIPlatform

/// A system call that has failed.
public struct SystemCallError: Error, CustomStringConvertible, Sendable {
  /// What was to be done.
  public let action: String
  /// The file it was about.
  public let path: String
  /// The error number of the operating system.
  public let errno: Int32

  /// What was to be done, the path, and why it failed.
  public var description: String {
    "\(path): cannot \(action): \(String(cString: strerror(errno))) (errno \(errno))"
  }

  /// Takes the number of the call that has just failed.
  init(_ action: String, _ path: String, errno: Int32 = UTIPlatform.errno) {
    self.action = action
    self.path = path
    self.errno = errno
  }
}

#endif
