internal import UTIPlatform
internal import UTITypeGraph

/// Types without a description for every language.
///
/// The comment without `xml:lang` is shown if no other matches (shared-mime-info specification,
/// "comment"); without it users see the name of the type. A package that extends a foreign type
/// need not describe it again.
struct MissingComment: LintRule {
  let description = LintRuleDescription(
    "missing-comment", .warning, "A MIME type has no comment without a language.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let described = Set(
      file.mimeTypes.lazy
        .filter { $0.comments.contains(where: \.language.isEmpty) }.map(\.name)
    ).union(context.otherMIMENames)
    return file.mimeTypes.compactMap { type in
      guard !described.contains(type.name) else { return nil }
      return LintFinding(
        at: type.position,
        "\(type.name) has no comment" + (type.comments.isEmpty ? "" : " without a language"),
        remedy: "write <comment>…</comment> with its name in English")
    }
  }
}
