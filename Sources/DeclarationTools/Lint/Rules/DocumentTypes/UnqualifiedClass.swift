internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Class names without a module.
///
/// The runtime name of a Swift class is `Module.Class`, so a bare name is found only for classes
/// with an explicit Objective-C name. This is a common reason for documents that do not open.
struct UnqualifiedClass: DocumentTypeRule {
  let description = LintRuleDescription(
    "unqualified-class", .note, "The name of a document class has no module.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    let named = [
      (DocumentKey.documentClass, type.documentClass),
      (DocumentKey.userInterfaceDocumentClass, type.userInterfaceDocumentClass),
    ]
    return named.compactMap { key, name in
      guard let name, !name.contains("."), !name.trimmingBlanks.isEmpty else { return nil }
      return LintFinding(
        at: context.place(of: key, in: type.position),
        "the class “\(name.prefix(100))” is named without its module",
        remedy: "write $(PRODUCT_MODULE_NAME).\(name.prefix(100)) if it is a Swift class")
    }
  }
}
