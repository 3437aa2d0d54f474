internal import UTIPlatform
internal import UTITypeGraph

/// Patterns that a type states twice.
///
/// Patterns compare without case by default, so `*.PL` and `*.pl` are one pattern.
struct DuplicateGlob: MIMETypeRule {
  let description = LintRuleDescription(
    "duplicate-glob", .warning, "A type states one pattern twice.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    struct Key: Hashable {
      let pattern: String
      let isCaseSensitive: Bool
    }
    var seen: Set<Key> = []
    return type.globs.compactMap { glob in
      let pattern = glob.isCaseSensitive ? glob.pattern : CaseFolding.ascii(glob.pattern)
      let key = Key(pattern: pattern, isCaseSensitive: glob.isCaseSensitive)
      guard !seen.insert(key).inserted else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern.prefix(100))” of \(type.name) is stated above already",
        remedy: "remove it, or keep the one with the right weight")
    }
  }
}
