internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Document types without contents.
///
/// An entry without content types, extensions, MIME types and OSTypes matches no document.
struct EmptyDocumentType: DocumentTypeRule {
  let description = LintRuleDescription(
    "empty-document-type", .warning, "A document type names no type and no tag.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.contentTypes.isEmpty, type.tags.isEmpty, !statesTypes(type, context) else {
      return []
    }
    return [
      LintFinding(
        at: type.position, "the document type \(type.displayName) names no type of documents",
        remedy: "list identifiers in \(DocumentKey.contentTypes)")
    ]
  }

  /// Returns true if the entry has identifiers, all of them invalid, which are reported separately.
  private func statesTypes(_ type: DocumentTypeDeclaration, _ context: LintContext) -> Bool {
    let entry = context.propertyList?.entry(
      DocumentKey.contentTypes, ofDictionaryAt: type.position)
    guard case .array(let values) = entry?.value.content else { return entry != nil }
    return !values.isEmpty
  }
}
