package import UTIPlatform

/// A finding about one statement of a document, which affects at most this statement.
package struct FormatFinding: Hashable, Sendable {
  /// The importance of a finding.
  package enum Severity: String, Sendable {
    /// The statement was dropped.
    case error
    /// The statement is kept, but probably differs from the author's intention.
    case warning
    /// Information.
    case note
  }

  package let severity: Severity
  /// The stable name of the rule, such as `duplicate-key`.
  package let rule: String
  package let position: SourcePosition
  /// The reason, in one sentence.
  package let message: String
  /// The remedy; empty if the message implies it.
  package let remedy: String

  package init(
    _ severity: Severity, rule: String, at position: SourcePosition, message: String,
    remedy: String = ""
  ) {
    self.severity = severity
    self.rule = rule
    self.position = position
    self.message = message
    self.remedy = remedy
  }
}
