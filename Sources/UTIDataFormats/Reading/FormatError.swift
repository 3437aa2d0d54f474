package import UTIPlatform

/// An error in a document as a whole: it is damaged, not well-formed, or exceeds a limit.
///
/// The error does not name the file; the caller knows the source of the bytes.
package struct FormatError: Error, Hashable, Sendable {
  /// The kind of an error.
  ///
  /// Readers of particular documents add their own kinds.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name, such as `not-well-formed`.
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The document does not follow the grammar of its format, or is damaged.
    package static let notWellFormed = Code(rawValue: "not-well-formed")
    /// The document declares an entity.
    package static let entityDeclaration = Code(rawValue: "entity-declaration")
    /// The document is in an encoding that is not read.
    package static let unreadableEncoding = Code(rawValue: "unreadable-encoding")
    /// The document is larger than `ReadingLimits.documentSize`.
    package static let tooLarge = Code(rawValue: "too-large")
    /// The document exceeds another of the limits.
    package static let limitExceeded = Code(rawValue: "limit-exceeded")
  }

  /// The kind of the error.
  package let code: Code
  /// The position in the document; nil for errors that concern it as a whole.
  package let position: SourcePosition?
  /// The reason, in one sentence.
  package let message: String
  /// The remedy; empty if the message implies it.
  package let remedy: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: the kind.
  ///   - position: the position in the document, if there is one.
  ///   - message: the reason, in one sentence.
  ///   - remedy: the remedy.
  package init(
    _ code: Code, at position: SourcePosition?, _ message: String, remedy: String = ""
  ) {
    self.code = code
    self.position = position
    self.message = message
    self.remedy = remedy
  }
}

extension FormatError {
  /// Returns the error in the form `file:line:column: error: message; remedy`.
  ///
  /// - Parameter file: the path of the document.
  package func text(in file: String) -> String {
    let place = position.map { $0.text(in: file) } ?? file
    return "\(place): error: \(message)" + (remedy.isEmpty ? "" : "; \(remedy)")
  }

  /// Returns an error for a document that exceeds `ReadingLimits.documentSize`.
  ///
  /// - Parameter size: the size of the document in bytes.
  package static func tooLarge(size: Int, limits: ReadingLimits) -> FormatError {
    FormatError(
      .tooLarge, at: nil, "the file has \(size) bytes, more than \(limits.documentSize)",
      remedy: "check that the path is right, or divide what it declares into several files")
  }

  /// Returns an error for a document that exceeds a limit.
  ///
  /// - Parameter demand: the quantity with its verb, such as `the attributes of an element are`.
  package static func exceeds(
    _ demand: String, _ limit: Int, at position: SourcePosition?
  ) -> FormatError {
    FormatError(
      .limitExceeded, at: position, "\(demand) more than \(limit)",
      remedy: "simplify the document, or divide it into several")
  }
}
