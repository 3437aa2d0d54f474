internal import UTIPlatform
internal import UTITypeGraph

/// Superclasses that no file describes.
///
/// With a misspelt superclass a type is outside the intended class, and programs for this class do
/// not offer to open it.
struct UnknownSuperclass: MIMETypeRule {
  let description = LintRuleDescription(
    "unknown-superclass", .warning, "A sub-class-of names a MIME type that is described nowhere.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.superclasses.compactMap { parent in
      guard !context.isDescribed(parent.value) else { return nil }
      let nearest = context.nearestMIMEName(to: parent.value)
      return LintFinding(
        at: parent.position, "the superclass \(parent.value) is described nowhere",
        remedy: nearest.map { "write “\($0)” if that is meant, or describe it" }
          ?? "correct its spelling, or describe it")
    }
  }
}
