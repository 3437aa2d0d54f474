internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Exported types without a description.
///
/// File browsers and panels show the description as the kind of an item. Without one they show a
/// supertype's description, or the identifier.
struct MissingDescription: TypeDeclarationRule {
  let description = LintRuleDescription(
    "missing-description", .warning, "A type is exported without a description.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.isExported, type.description == nil else { return [] }
    return [
      LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is exported without a description",
        remedy: "state \(TypeKey.description), such as “Example document”")
    ]
  }
}
