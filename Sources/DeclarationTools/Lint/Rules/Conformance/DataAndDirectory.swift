internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Types that are both a stream of bytes and a directory.
///
/// No item is both, and programs choose by one of the two how to open an item. Formats with both
/// forms have a type for each (iWork, passes).
struct DataAndDirectory: TypeDeclarationRule {
  let description = LintRuleDescription(
    "data-and-directory", .warning, "A type conforms both to public.data and to a directory.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard context.conforms(type, to: .data), context.conforms(type, to: .directory) else {
      return []
    }
    return [
      LintFinding(
        at: context.place(of: TypeKey.conformsTo, in: type.position),
        "\(type.identifier) conforms both to public.data and to public.directory, which no item is",
        remedy: "declare one type for the file and another for the package")
    ]
  }
}
