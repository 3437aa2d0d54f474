internal import UTIPlatform
internal import UTITypeGraph

/// Aliases without effect.
///
/// An alias that repeats an earlier one, or the name of the type itself, is not a further name.
struct DuplicateAlias: MIMETypeRule {
  let description = LintRuleDescription(
    "duplicate-alias", .warning, "An alias is stated twice, or is the name of the type itself.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    var seen: Set<MIMEName> = [type.name]
    return type.aliases.compactMap { alias in
      guard !seen.insert(alias.value).inserted else { return nil }
      return LintFinding(
        at: alias.position,
        "the alias \(alias.value) is "
          + (alias.value == type.name ? "the type's own name" : "stated above already"),
        remedy: "remove it")
    }
  }
}
