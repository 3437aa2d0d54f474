internal import UTIPlatform
internal import UTITypeGraph

/// Extensions written with capitals.
///
/// Extensions compare without case and are reported in lower case, so capitals have no effect,
/// except that programs may copy them into the names of new files.
struct ExtensionWithCapitals: LintRule {
  let description = LintRuleDescription(
    "extension-with-capitals", .note,
    "An extension is written with capitals, which make no difference.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    (file.types.flatMap(\.tags) + file.documentTypes.flatMap(\.tags))
      .compactMap { tag in
        let key = tag.value.tagClass.key(for: tag.value.value)
        guard tag.value.tagClass == .filenameExtension, key != tag.value.value else { return nil }
        return LintFinding(
          at: tag.position,
          "the extension “\(tag.value.value.prefix(100))” has capitals, which make no difference",
          remedy: "write “\(key.prefix(100))”")
      }
  }
}
