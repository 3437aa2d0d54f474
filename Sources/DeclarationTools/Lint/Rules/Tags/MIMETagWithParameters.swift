internal import UTIPlatform
internal import UTITypeGraph

/// MIME types with parameters.
///
/// A tag is compared as a whole: `text/plain;charset=utf-8` is found by exactly this text, not with
/// an additional blank or quotes, and not by `text/plain` (the system declares several spellings of
/// it for that reason).
struct MIMETagWithParameters: TypeDeclarationRule {
  let description = LintRuleDescription(
    "mime-tag-with-parameters", .warning, "A MIME type is stated with parameters.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.tags.compactMap { tag in
      guard tag.value.tagClass == .mimeType, tag.value.value.contains(";") else { return nil }
      return LintFinding(
        at: tag.position,
        "“\(tag.value.value.prefix(100))” has parameters, and is found only by exactly this text",
        remedy: "write the name without parameters")
    }
  }
}
