internal import TypeGraph
internal import UTIPlatform

/// Superclasses that are described nowhere.
///
/// A type is a subclass of what exists; a misspelt superclass leaves the type outside the class
/// that was meant, and programs that ask for the class do not offer themselves for it.
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
