public import Foundation
public import SystemPackage
internal import UTIFoundationBridge

/// A failure of coordinated access, of a file presenter or of a file version.
public struct FileCoordinationError: Error, Sendable {
  /// The kind of a failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind, such as `presenter-unresponsive`.
    public let rawValue: String

    /// Creates a code from its stable name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A file presenter did not answer in time and was skipped.
    public static let presenterUnresponsive = Code(rawValue: "presenter-unresponsive")
    /// A file presenter of another process refused the access.
    public static let presenterRefused = Code(rawValue: "presenter-refused")
    /// An access would wait for itself, through other accesses and presenters.
    public static let circularWait = Code(rawValue: "circular-wait")
    /// Another process accesses the item, and was stopped.
    public static let processStopped = Code(rawValue: "process-stopped")
    /// No directory exists in which the processes of the user could coordinate.
    public static let coordinationUnavailable = Code(rawValue: "coordination-unavailable")
    /// The system does not notify of changes of the item, so changes are noticed late.
    public static let watchingLimited = Code(rawValue: "watching-limited")
    /// A system call failed; see ``FileCoordinationError/errno``.
    public static let system = Code(rawValue: "system")
  }

  /// The kind of failure.
  public let code: Code
  /// The item.
  public let url: URL
  /// The error number of the failed system call; nil if no call failed.
  public let errno: Errno?
  /// The cause; nil if there is none.
  public let underlyingError: (any Error)?
  /// The failure, in one sentence.
  public let message: String
  /// The remedy.
  public let remedy: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - url: The item.
  ///   - errno: The error number of the failed system call.
  ///   - underlyingError: The cause.
  ///   - message: The failure, in one sentence.
  ///   - remedy: The remedy.
  public init(
    _ code: Code, url: URL, errno: Errno? = nil, underlyingError: (any Error)? = nil,
    message: String, remedy: String
  ) {
    self.code = code
    self.url = url
    self.errno = errno
    self.underlyingError = underlyingError
    self.message = message
    self.remedy = remedy
  }
}

extension FileCoordinationError: CustomStringConvertible, LocalizedError {
  /// The error in the form `path: error: message; remedy`.
  public var description: String {
    // A path that is not valid text is visible in the URL only.
    let place = (try? FilePath(of: url))?.text ?? url.absoluteString
    return "\(place): error: \(message); \(remedy)"
  }

  /// The message, for Foundation.
  public var errorDescription: String? { message }

  /// The remedy, for Foundation.
  public var recoverySuggestion: String? { remedy }
}

/// An error of a file presenter whose parts are sent to another process.
package protocol DescribedFailure: Error {
  var codeName: String { get }
  var message: String { get }
  var remedy: String { get }
}

extension FileCoordinationError: DescribedFailure {
  package var codeName: String { code.rawValue }
}
