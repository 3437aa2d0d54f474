package import UTIDataFormats
internal import UTIPlatform
public import UTITypeGraph
internal import UTIXMLFormats

/// The reason why a file of declarations, or a directory of them, could not be read.
///
/// An error in a single declaration is a `DeclarationDiagnostic` instead, and the rest of the file is read.
public struct DeclarationError: Error, Hashable, Sendable {
  /// The kind of failure.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind, such as `not-well-formed`.
    public let rawValue: String

    /// Makes a code from its stable name.
    ///
    /// - Parameter rawValue: the name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The operating system refused access to the file or directory.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The path names something other than a regular file.
    public static let notRegularFile = Code(rawValue: "not-regular-file")
    /// The file is larger than `ReadingLimits.documentSize`.
    public static let tooLarge = Code(rawValue: "too-large")
    /// The document is not well-formed XML.
    public static let notWellFormed = Code(rawValue: "not-well-formed")
    /// The document declares an entity.
    public static let entityDeclaration = Code(rawValue: "entity-declaration")
    /// The document is in an encoding that is not read.
    public static let unreadableEncoding = Code(rawValue: "unreadable-encoding")
    /// The document exceeds another of the limits.
    public static let limitExceeded = Code(rawValue: "limit-exceeded")
    /// The content is neither an XML nor a binary property list.
    public static let notPropertyList = Code(rawValue: "not-property-list")
    /// The root element is not a shared-mime-info package.
    public static let notSharedMIMEInfo = Code(rawValue: "not-shared-mime-info")
  }

  /// The kind of failure.
  public let code: Code
  /// The path of the file or directory, as given.
  public let file: String
  /// The place in the file; nil for failures of the whole file.
  public let position: SourcePosition?
  /// The error number of the operating system.
  public let errno: Int32?
  /// The problem, in one sentence.
  public let message: String
  /// The action that corrects the problem; empty when the message includes it.
  public let remedy: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - file: the path of the file or directory.
  ///   - position: the place in the file, if there is one.
  ///   - errno: the error number of the operating system.
  ///   - message: the problem.
  ///   - remedy: the action that corrects the problem.
  public init(
    _ code: Code, file: String, position: SourcePosition? = nil, errno: Int32? = nil,
    message: String, remedy: String = ""
  ) {
    self.code = code
    self.file = file
    self.position = position
    self.errno = errno
    self.message = message
    self.remedy = remedy
  }
}

extension DeclarationError: CustomStringConvertible {
  /// The error in the form `file:line:column: error: message; remedy`, or, for a file that could
  /// not be opened, `path: error: message (text of the error number); remedy`.
  public var description: String {
    let place = position.map { $0.text(in: file) } ?? file
    let reason = errno.map { " (\(systemErrorText($0)))" } ?? ""
    let tail = remedy.isEmpty ? "" : "; \(remedy)"
    return "\(place): error: \(message)\(reason)\(tail)"
  }
}

extension DeclarationError {
  package init(_ error: FormatError, in file: String) {
    self.init(
      Code(rawValue: error.code.rawValue), file: file, position: error.position,
      message: error.message, remedy: error.remedy)
  }
}
