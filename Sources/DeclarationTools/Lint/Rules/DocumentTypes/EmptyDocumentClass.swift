internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Empty class names.
///
/// Property list editors leave the key with an empty value, which names no class.
struct EmptyDocumentClass: LintRule {
  let description = LintRuleDescription(
    "empty-document-class", .warning, "The name of a document class is empty.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let keys = [DocumentKey.documentClass, DocumentKey.userInterfaceDocumentClass]
    return (context.propertyList?.dictionaries(in: DocumentKey.types) ?? []).flatMap { type in
      keys.compactMap { key in
        guard let value = type[key], case .string(let name) = value.content,
          name.trimmingBlanks.isEmpty
        else { return nil }
        return LintFinding(
          at: value.position, "\(key) names no class",
          remedy: "name the class, or remove the key")
      }
    }
  }
}
