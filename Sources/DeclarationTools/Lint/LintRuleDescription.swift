package import UTITypeGraph

/// The name, severity and summary of a lint rule.
package struct LintRuleDescription: Hashable, Sendable {
  /// The stage at which the findings of a rule are made.
  package enum Stage: String, Sendable, CaseIterable {
    /// While the file is read: a statement or a value is invalid.
    case reading
    /// While the file is merged with others: a statement contradicts another or refers to nothing.
    case merging
    /// Afterwards, by a ``LintRule``.
    case checking
  }

  /// The stable name, such as `unknown-key`.
  package let identifier: String
  /// The severity of the findings.
  package let severity: DeclarationDiagnostic.Severity
  /// The summary of the rule, in one sentence.
  package let summary: String
  /// The stage at which its findings are made.
  package let stage: Stage

  /// Makes a description.
  ///
  /// - Parameters:
  ///   - identifier: the stable name.
  ///   - severity: the severity of the findings.
  ///   - summary: the summary of the rule, in one sentence.
  ///   - stage: the stage at which its findings are made.
  package init(
    _ identifier: String, _ severity: DeclarationDiagnostic.Severity, _ summary: String,
    stage: Stage = .checking
  ) {
    self.identifier = identifier
    self.severity = severity
    self.summary = summary
    self.stage = stage
  }

  /// True if ``DeclarationFixer`` can correct the findings of the rule.
  package var isFixable: Bool { DeclarationFixer.fixableRules.contains(identifier) }
}
