internal import TypeDeclarations
internal import TypeGraph
internal import UTIPlatform

/// Declarations that say nothing of the type.
///
/// Without parents a type conforms to nothing, and without tags nothing leads to it. To import a
/// type of others in this way is idle, but no fault.
struct BareDeclaration: TypeDeclarationRule {
  let description = LintRuleDescription(
    "bare-declaration", .warning, "A type is declared without any parent and without tags.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, type.conformsTo.isEmpty, type.tags.isEmpty,
      context.otherDeclarations(of: type.identifier).isEmpty
    else { return [] }
    return [
      LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is declared without a parent and without tags",
        remedy: "state \(TypeKey.conformsTo) and \(TypeKey.tags)")
    ]
  }
}
