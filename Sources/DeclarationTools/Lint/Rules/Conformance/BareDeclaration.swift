internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Declarations without contents.
///
/// A type without parents conforms to nothing, and no tag leads to a type without tags. Importing a
/// type of another owner in this way has no effect, but is not a fault.
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
