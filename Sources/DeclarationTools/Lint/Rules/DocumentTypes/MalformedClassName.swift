internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Class names with characters that no class has in its name.
///
/// A space from a text editor is invisible, and the class is then not found at run time.
struct MalformedClassName: DocumentTypeRule {
  let description = LintRuleDescription(
    "malformed-class-name", .warning, "The name of a document class has a blank.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    let named = [
      (DocumentKey.documentClass, type.documentClass),
      (DocumentKey.userInterfaceDocumentClass, type.userInterfaceDocumentClass),
    ]
    return named.compactMap { key, name in
      guard let name, !name.trimmingBlanks.isEmpty, name.contains(where: \.isWhitespace) else {
        return nil
      }
      return LintFinding(
        at: context.place(of: key, in: type.position),
        "the class name “\(name.prefix(100))” has a blank, which no class has",
        remedy: "remove the blank")
    }
  }
}
