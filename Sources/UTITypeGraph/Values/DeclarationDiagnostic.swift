/// A finding about a declaration, with its place, its rule and its remedy.
public struct DeclarationDiagnostic: Hashable, Sendable {
  /// The severity of a finding.
  public enum Severity: String, Sendable, CaseIterable {
    /// The statement was dropped, or the file could not be read.
    case error
    /// The statement is kept, but probably differs from the author's intention.
    case warning
    /// Information only.
    case note
  }

  /// The severity of the finding.
  public let severity: Severity
  /// The stable name of the rule, such as `invalid-identifier`.
  public let rule: String
  /// The path of the file, as given.
  public let file: String
  /// The place in the file.
  public let position: SourcePosition
  /// The problem, in one sentence.
  public let message: String
  /// The action that corrects the problem; empty when the message includes it.
  public let remedy: String

  /// Makes a finding.
  ///
  /// - Parameters:
  ///   - severity: the severity of the finding.
  ///   - rule: the stable name of the rule.
  ///   - file: the path of the file.
  ///   - position: the place in the file.
  ///   - message: the problem.
  ///   - remedy: the action that corrects the problem.
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

extension DeclarationDiagnostic: CustomStringConvertible {
  /// The finding in the form `file:line:column: severity: message; remedy [rule]`.
  public var description: String {
    let tail = remedy.isEmpty ? "" : "; \(remedy)"
    return "\(position.text(in: file)): \(severity.rawValue): \(message)\(tail) [\(rule)]"
  }
}
