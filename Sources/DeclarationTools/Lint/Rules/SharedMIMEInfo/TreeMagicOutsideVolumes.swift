internal import UTIPlatform
internal import UTITypeGraph

/// Tree magic of types that are not volumes.
///
/// Tree magic classifies the content of a volume as an `x-content` type, never a file
/// (shared-mime-info specification, "treemagic").
struct TreeMagicOutsideVolumes: MIMETypeRule {
  let description = LintRuleDescription(
    "treemagic-outside-volumes", .warning, "A type outside of x-content has tree magic.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard let rule = type.treeMagic.first, type.name.media != "x-content" else { return [] }
    return [
      LintFinding(
        at: rule.position, "\(type.name) has tree magic, which is for x-content types only",
        remedy: "move it to an x-content type, or remove it")
    ]
  }
}
