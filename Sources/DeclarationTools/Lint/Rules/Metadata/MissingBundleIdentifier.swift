internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Files that export types without a bundle identifier.
///
/// Among several exports of one type the owner's has precedence, and the bundle identifier
/// identifies the owner. Build systems add the key to an Info.plist, but not to a file that is
/// installed unchanged.
struct MissingBundleIdentifier: LintRule {
  let description = LintRuleDescription(
    "missing-bundle-identifier", .note, "A file exports types and has no CFBundleIdentifier.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, context.source.bundleIdentifier == nil,
      file.types.contains(where: \.isExported), let list = context.propertyList,
      list.rootEntry("CFBundleIdentifier") == nil
    else { return [] }
    return [
      LintFinding(
        at: list.rootEntry(TypeKey.exported)?.keyPosition ?? list.root.position,
        "the file exports types and does not say which bundle it belongs to",
        remedy: "state CFBundleIdentifier, unless a build system adds it")
    ]
  }
}
