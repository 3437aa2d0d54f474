internal import UTIPlatform
internal import UTITypeGraph

/// Suffix patterns with insignificant capitals.
///
/// Without `case-sensitive="true"` a pattern matches in any case, so `*.Z` also matches `.z`
/// (shared-mime-info specification, "glob"). Whole names such as `README` are written with capitals
/// by convention.
struct GlobWithCapitals: MIMETypeRule {
  let description = LintRuleDescription(
    "glob-with-capitals", .note,
    "A suffix pattern has capitals and is not case-sensitive, so that they make no difference.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.globs.compactMap { glob in
      let folded = CaseFolding.ascii(glob.pattern)
      guard glob.kind == .suffix, !glob.isCaseSensitive, folded != glob.pattern else { return nil }
      return LintFinding(
        at: glob.position,
        "the capitals of “\(glob.pattern.prefix(100))” make no difference",
        remedy: "write “\(folded.prefix(100))”, or case-sensitive=\"true\" if they should count")
    }
  }
}
