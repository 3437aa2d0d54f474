internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Types that one file both exports and imports.
///
/// The exported declaration is the active one and the imported one is ignored; real property lists
/// have both with different tags, of which half are lost.
struct ExportedAndImported: LintRule {
  let description = LintRuleDescription(
    "exported-and-imported", .warning, "A file both exports and imports one type.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    let exported = Set(file.types.filter(\.isExported).map(\.identifier))
    return file.types.compactMap { type in
      guard !type.isExported, exported.contains(type.identifier) else { return nil }
      return LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is imported and exported by the same file; only the export counts",
        remedy: "keep the one that is true: types of your own are exported")
    }
  }
}
