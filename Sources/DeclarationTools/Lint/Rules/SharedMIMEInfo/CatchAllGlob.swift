internal import UTIPlatform
internal import UTITypeGraph

/// Patterns that match nearly every name.
///
/// A pattern with only wildcards and periods makes every file a candidate for the type.
struct CatchAllGlob: MIMETypeRule {
  let description = LintRuleDescription(
    "catch-all-glob", .warning, "A pattern holds nothing but wildcards and periods.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.globs.compactMap { glob in
      guard glob.pattern.utf8.allSatisfy("*?.".utf8.contains) else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern.prefix(100))” of \(type.name) says nothing about a name",
        remedy: "write the end of the names that are meant, such as *.example")
    }
  }
}
