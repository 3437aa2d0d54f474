internal import UTIPlatform
internal import UTITypeGraph

/// OSTypes that are not four characters.
///
/// An OSType is four bytes in the Mac OS Roman encoding; longer tags are truncated and shorter ones
/// padded, so that they mean another type.
struct InvalidOSType: LintRule {
  let description = LintRuleDescription(
    "invalid-ostype", .warning, "An OSType does not have exactly four characters.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    (file.types.flatMap(\.tags) + file.documentTypes.flatMap(\.tags))
      .compactMap { tag in
        let count = tag.value.value.count
        guard tag.value.tagClass == .osType, count != 4 else { return nil }
        return LintFinding(
          at: tag.position,
          "the OSType “\(tag.value.value.prefix(100))” has \(count) characters instead of four",
          remedy: "pad it with blanks as its maker does, or remove it")
      }
  }
}
