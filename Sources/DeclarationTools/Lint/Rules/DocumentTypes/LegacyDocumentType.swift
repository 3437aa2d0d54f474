internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Document types without `LSItemContentTypes`.
///
/// `CFBundleTypeExtensions` and similar keys are deprecated in favour of `LSItemContentTypes`
/// (Information Property List Key Reference). A bare extension means the declared type that has it
/// on the particular system.
struct LegacyDocumentType: DocumentTypeRule {
  let description = LintRuleDescription(
    "legacy-document-type", .note,
    "A document type names extensions, MIME types or OSTypes instead of content types.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.contentTypes.isEmpty, !type.tags.isEmpty else { return [] }
    return [
      LintFinding(
        at: type.position,
        "the document type \(type.displayName) is stated by extensions or other tags",
        remedy: "list identifiers in \(DocumentKey.contentTypes)")
    ]
  }
}
