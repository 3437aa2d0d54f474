internal import UTITypeGraph

extension Linter {
  /// The findings of merging a file with others.
  static let mergingRules: [LintRuleDescription] = [
    rule(
      "alias-is-a-type", .warning,
      "An alias is also the name of another type, and stays the name of that type."),
    rule("conformance-cycle", .error, "A parent conforms to the type; the statement is dropped."),
    rule(
      "dynamic-parent", .error,
      "A parent is a dynamic type whose tag no declared type has; the parent is dropped."),
    rule("self-conformance", .error, "A type is its own parent; the statement is dropped."),
    rule(
      "too-many-patterns", .warning,
      "There are too many patterns with several stars; the pattern is dropped."),
    rule(
      "too-many-searches", .warning,
      "Values without a fixed byte are searched for at too many offsets; the match is dropped."),
    rule(
      "too-many-supertypes", .warning,
      "A type would conform to too many others; the statement is dropped."),
    rule("unknown-kind", .warning, "A kind of MIME types is declared nowhere."),
    rule("unknown-parent", .warning, "A parent is declared nowhere."),
  ]

  private static func rule(
    _ identifier: String, _ severity: DeclarationDiagnostic.Severity, _ summary: String
  ) -> LintRuleDescription {
    LintRuleDescription(identifier, severity, summary, stage: .merging)
  }
}
