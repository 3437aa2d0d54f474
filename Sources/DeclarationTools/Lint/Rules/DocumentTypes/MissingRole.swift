internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Document types without a role.
///
/// `CFBundleTypeRole` is a required key (Information Property List Key Reference): without it, it
/// is unknown whether the program may write the documents it opens.
struct MissingRole: DocumentTypeRule {
  let description = LintRuleDescription(
    "missing-role", .warning, "A document type has no CFBundleTypeRole.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.role == nil else { return [] }
    return [
      LintFinding(
        at: type.position, "the document type \(type.displayName) has no role",
        remedy: "state \(DocumentKey.role): Editor, Viewer, Shell or None")
    ]
  }
}

extension DocumentTypeDeclaration {
  /// A name that distinguishes the document type from others in a message.
  var displayName: String {
    if let name { return "“\(name.prefix(100))”" }
    if let type = contentTypes.first { return "of \(type.value)" }
    return tags.first.map { "of “\($0.value.value.prefix(100))”" } ?? "without a name"
  }
}
