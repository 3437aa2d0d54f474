package import UTIPlatform

/// An error in a document as a whole: damaged, ill-formed, or above a limit.
///
/// The caller knows the source of the bytes, which the error does not name.
package struct FormatError: Error, Hashable, Sendable {
  /// The kind of an error; readers of particular documents add kinds.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// Stable, such as `not-well-formed`.
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The document does not follow the grammar of its format, or is damaged.
    package static let notWellFormed = Code(rawValue: "not-well-formed")
    package static let entityDeclaration = Code(rawValue: "entity-declaration")
    package static let unreadableEncoding = Code(rawValue: "unreadable-encoding")
    /// Larger than `ReadingLimits.documentSize`.
    package static let tooLarge = Code(rawValue: "too-large")
    package static let limitExceeded = Code(rawValue: "limit-exceeded")
  }

  package let code: Code
  /// nil for errors that concern the document as a whole.
  package let position: SourcePosition?
  /// The reason, in one sentence.
  package let message: String
  /// Empty if the message implies it.
  package let remedy: String

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
  /// `file:line:column: error: message; remedy`.
  package func text(in file: String) -> String {
    let place = position.map { $0.text(in: file) } ?? file
    return "\(place): error: \(message)" + (remedy.isEmpty ? "" : "; \(remedy)")
  }

  /// The size is in bytes.
  package static func tooLarge(size: Int, limits: ReadingLimits) -> FormatError {
    FormatError(
      .tooLarge, at: nil, "the file has \(size) bytes, more than \(limits.documentSize)",
      remedy: "check that the path is right, or divide what it declares into several files")
  }

  /// The demand is the quantity with its verb, such as `the attributes of an element are`.
  package static func exceeds(
    _ demand: String, _ limit: Int, at position: SourcePosition?
  ) -> FormatError {
    FormatError(
      .limitExceeded, at: position, "\(demand) more than \(limit)",
      remedy: "simplify the document, or divide it into several")
  }
}
