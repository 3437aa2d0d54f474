internal import UTIPlatform
internal import UTITypeGraph

/// Tags that a declaration repeats.
///
/// Extensions and MIME types compare without case, so `JPG` after `jpg` is a repetition.
struct DuplicateTag: LintRule {
  let description = LintRuleDescription(
    "duplicate-tag", .warning, "A declaration states one tag twice.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    (file.types.map(\.tags) + file.documentTypes.map(\.tags)).flatMap { tags in
      var seen: Set<Tag> = []
      return tags.filter { !seen.insert($0.value.folded).inserted }
    }.map { tag in
      LintFinding(
        at: tag.position,
        "“\(tag.value.value.prefix(100))” is stated twice for \(tag.value.tagClass.rawValue)",
        remedy: "remove it")
    }
  }
}
