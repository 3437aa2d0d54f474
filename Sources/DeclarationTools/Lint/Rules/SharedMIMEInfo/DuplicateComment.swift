internal import UTIPlatform
internal import UTITypeGraph

/// Two comments in one language.
///
/// The later one replaces the earlier one (shared-mime-info rule of merging).
struct DuplicateComment: MIMETypeRule {
  let description = LintRuleDescription(
    "duplicate-comment", .warning, "A type has two comments in one language.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    var seen: Set<String> = []
    return type.comments.compactMap { comment in
      guard !seen.insert(comment.language).inserted else { return nil }
      let language = comment.language.isEmpty ? "without a language" : "in “\(comment.language)”"
      return LintFinding(
        at: comment.position,
        "\(type.name) has a comment \(language) already; this one replaces it",
        remedy: "remove one of the two")
    }
  }
}
