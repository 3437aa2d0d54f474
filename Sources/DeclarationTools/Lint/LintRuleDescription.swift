package import UTITypeGraph

/// The name, severity and summary of a lint rule.
package struct LintRuleDescription: Hashable, Sendable {
  /// The stage at which the findings of a rule are made.
  package enum Stage: String, Sendable, CaseIterable {
    /// A statement or a value is invalid.
    case reading
    /// A statement contradicts another or refers to nothing.
    case merging
    /// Checked by a ``LintRule``.
    case checking
  }

  /// Stable, such as `unknown-key`.
  package let identifier: String
  package let severity: DeclarationDiagnostic.Severity
  package let summary: String
  package let stage: Stage

  package init(
    _ identifier: String, _ severity: DeclarationDiagnostic.Severity, _ summary: String,
    stage: Stage = .checking
  ) {
    self.identifier = identifier
    self.severity = severity
    self.summary = summary
    self.stage = stage
  }

  package var isFixable: Bool { DeclarationFixer.fixableRules.contains(identifier) }
}
