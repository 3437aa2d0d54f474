internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Document types of undeclared content types.
///
/// A program must import the foreign types that it opens, since the program that exports them may
/// not be installed (Uniform Type Identifiers Overview, "Imported declarations"). No file has an
/// undeclared type, so the entry opens nothing.
struct UnknownContentType: DocumentTypeRule {
  let description = LintRuleDescription(
    "unknown-content-type", .warning,
    "A document type names a content type that is declared nowhere.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    (type.contentTypes + type.exportableTypes).compactMap { stated in
      guard !stated.value.isDynamic, !context.isDescribed(stated.value) else { return nil }
      let nearest = context.nearestIdentifier(to: stated.value)
      return LintFinding(
        at: stated.position, "the content type \(stated.value) is declared nowhere",
        remedy: nearest.map { "write “\($0)” if that is meant, or import the type" }
          ?? "import the type in \(TypeKey.imported)")
    }
  }
}
