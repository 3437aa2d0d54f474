internal import UTIPlatform
internal import UTITypeGraph

/// Document types of dynamic types.
///
/// A dynamic identifier encodes a tag that no type claims. It stops matching as soon as any program
/// declares a type with the tag, and no default handler can be set for it.
struct DynamicContentType: DocumentTypeRule {
  let description = LintRuleDescription(
    "dynamic-content-type", .warning, "A document type names a dynamic type.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.contentTypes.compactMap { stated in
      guard stated.value.isDynamic else { return nil }
      let tags = DynamicIdentifier(stated.value)?.tags ?? []
      let meaning = tags.first.map { " for “\($0.value.prefix(100))”" } ?? ""
      return LintFinding(
        at: stated.position,
        "the dynamic type \(stated.value)\(meaning) is no longer found once a type is declared"
          + " with its tag",
        remedy: "import a type with the tag and name that")
    }
  }
}
