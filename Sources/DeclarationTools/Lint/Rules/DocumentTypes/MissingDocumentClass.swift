internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Document types without a class in programs whose other document types have one.
///
/// A document controller finds the class of a document by the entry of its type; without a class
/// the log says “doesn’t map to any NSDocumentClass” and the file does not open. Programs that name
/// no class at all open documents in another way.
struct MissingDocumentClass: LintRule {
  let description = LintRuleDescription(
    "missing-document-class", .warning,
    "A document type for editing or viewing has no class, and others of the file have one.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let types = file.documentTypes
    guard types.contains(where: \.namesClass) else { return [] }
    return types.compactMap { type in
      let role = CaseFolding.ascii(type.role ?? "editor")
      guard !type.namesClass, ["editor", "viewer"].contains(role) else { return nil }
      return LintFinding(
        at: type.position,
        "the document type \(type.displayName) names no class, and others of this file do",
        remedy: "state \(DocumentKey.documentClass), or the role None")
    }
  }
}

extension DocumentTypeDeclaration {
  fileprivate var namesClass: Bool { documentClass != nil || userInterfaceDocumentClass != nil }
}
