/// A finding about a declaration, with its place, its rule and its remedy.
public struct Diagnostic: Hashable, Sendable {
  /// How much a finding matters.
  public enum Severity: String, Sendable, CaseIterable {
    /// The statement was dropped, or the file could not be read.
    case error
    /// The statement is kept, but is not what its author is likely to want.
    case warning
    /// Worth knowing.
    case note
  }

  /// How much the finding matters.
  public let severity: Severity
  /// The stable name of the rule, such as `invalid-identifier`.
  public let rule: String
  /// The path of the file, as it was given.
  public let file: String
  /// The place in the file.
  public let position: SourcePosition
  /// What is wrong, in one sentence.
  public let message: String
  /// What to do about it; empty when the message says it.
  public let remedy: String

  /// Makes a finding.
  ///
  /// - Parameters:
  ///   - severity: how much the finding matters.
  ///   - rule: the stable name of the rule.
  ///   - file: the path of the file.
  ///   - position: the place in the file.
  ///   - message: what is wrong.
  ///   - remedy: what to do about it.
  public init(
    _ severity: Severity, rule: String, file: String, position: SourcePosition, message: String,
    remedy: String = ""
  ) {
    self.severity = severity
    self.rule = rule
    self.file = file
    self.position = position
    self.message = message
    self.remedy = remedy
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The finding in the form `file:line:column: severity: message; remedy [rule]`.
  public var description: String {
    let tail = remedy.isEmpty ? "" : "; \(remedy)"
    return "\(position.text(in: file)): \(severity.rawValue): \(message)\(tail) [\(rule)]"
  }
}
