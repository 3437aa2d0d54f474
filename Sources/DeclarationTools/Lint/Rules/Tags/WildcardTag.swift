internal import UTIPlatform
internal import UTITypeGraph

/// Tags that look like patterns.
///
/// A tag of a type is a value, never a pattern: looking up `*` or `image/*` gives a dynamic type
/// with exactly this tag. Only document types without content types accept `*` and `****`.
struct WildcardTag: TypeDeclarationRule {
  let description = LintRuleDescription(
    "wildcard-tag", .warning, "A tag of a type has a wildcard, which is matched literally.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.tags.compactMap { tag in
      let isPattern =
        switch tag.value.tagClass {
        case .filenameExtension, .mimeType: tag.value.value.contains("*")
        case .osType: tag.value.value == "****"
        default: false
        }
      guard isPattern else { return nil }
      return LintFinding(
        at: tag.position,
        "“\(tag.value.value.prefix(100))” is taken literally; tags have no wildcards",
        remedy: "state each value, or conform to the type that the others have in common")
    }
  }
}
