internal import UTIPlatform
internal import UTITypeGraph

/// Aliases that another type claims.
///
/// An alias belongs to one type, the last that claims it (the compiler of the database keeps one
/// line for each name), so the earlier claim is lost. `alias-is-a-type` reports a name that is also
/// declared as a type.
struct ContestedAlias: MIMETypeRule {
  let description = LintRuleDescription(
    "contested-alias", .warning, "Two types have one alias, and one of them loses it.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    let node = context.image.type(mimeName: type.name.canonical)
    return type.aliases.compactMap { alias in
      guard let owner = context.image.type(mimeName: alias.value.canonical), owner != node,
        let name = context.image.mimeName(of: owner).flatMap(MIMEName.init), name != alias.value
      else { return nil }
      return LintFinding(
        at: alias.position,
        "the alias \(alias.value) of \(type.name) goes to \(name), which claims it too",
        remedy: "keep it in one of the two types")
    }
  }
}
