internal import UTIPlatform
internal import UTITypeGraph

/// Aliases that are MIME types of a type of the system.
///
/// A MIME type whose alias is a tag of a declared type is the declared type: with the alias
/// `application/json` a package's type becomes `public.json`, under its name and with its parents.
/// This is correct only if both names are for one format.
struct AliasOfDeclaredType: MIMETypeRule {
  let description = LintRuleDescription(
    "alias-of-declared-type", .warning,
    "An alias is a MIME type of a system type, and merges the two types.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, !context.isDescribedElsewhere(type) else { return [] }
    return type.aliases.compactMap { alias in
      guard let owner = context.systemTypes(named: alias.value).first else { return nil }
      return LintFinding(
        at: alias.position,
        "the alias \(alias.value) makes \(type.name) one type with"
          + " \(context.image.identifier(of: owner))",
        remedy: "remove it, or describe \(alias.value) itself if the two are one format")
    }
  }
}
