internal import UTIPlatform
internal import UTITypeGraph

/// Patterns that are the start of a name.
///
/// A pattern such as `tp*` matches every name that begins so, whatever its extension (a rule that was
/// meant for touch pads claimed `tp.conf` and `tpack`). A separator before the star, as in
/// `Makefile.*`, limits it to names of one kind.
struct PrefixGlob: MIMETypeRule {
  let description = LintRuleDescription(
    "prefix-glob", .warning, "A pattern matches every name that begins with some letters.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase else { return [] }
    return type.globs.compactMap { glob in
      let start = glob.pattern.utf8.prefix { !"*?[".utf8.contains($0) }
      guard glob.pattern.utf8.dropFirst(start.count).elementsEqual("*".utf8),
        start.last?.isLetterOrDigit == true
      else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern.prefix(100))” of \(type.name) is for every name that begins so",
        remedy: "write the end of the names that are meant, such as *.example, or whole names")
    }
  }
}
