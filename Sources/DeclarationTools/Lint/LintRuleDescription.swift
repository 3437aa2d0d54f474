package import TypeGraph

/// What a lint rule is called, how much its findings matter and what it looks for.
package struct LintRuleDescription: Hashable, Sendable {
  /// When the findings of a rule are made.
  package enum Stage: String, Sendable, CaseIterable {
    /// While the file is read: a statement or a value cannot be used as it is written.
    case reading
    /// While the file is merged with others: a statement contradicts or refers to nothing.
    case merging
    /// Afterwards, by a ``LintRule``.
    case checking
  }

  /// The stable name, such as `unknown-key`.
  package let identifier: String
  /// How much the findings matter.
  package let severity: Diagnostic.Severity
  /// What the rule looks for, in one sentence.
  package let summary: String
  /// When its findings are made.
  package let stage: Stage

  /// Makes a description.
  ///
  /// - Parameters:
  ///   - identifier: the stable name.
  ///   - severity: how much the findings matter.
  ///   - summary: what the rule looks for, in one sentence.
  ///   - stage: when its findings are made.
  package init(
    _ identifier: String, _ severity: Diagnostic.Severity, _ summary: String,
    stage: Stage = .checking
  ) {
    self.identifier = identifier
    self.severity = severity
    self.summary = summary
    self.stage = stage
  }

  /// Whether ``DeclarationFixer`` can mend what the rule finds.
  package var isFixable: Bool { DeclarationFixer.fixableRules.contains(identifier) }
}
