internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Types exported by a bundle that is not their owner.
///
/// An export claims ownership of a type; foreign types are imported (Uniform Type Identifiers
/// Overview, "Exported and imported declarations"). A system type keeps its own declaration
/// whatever a program exports, so the whole export is ignored: editors that export
/// `public.plain-text` or `public.html` are the common case. Types that several programs export
/// (textbundle, GPX) change with every program that is installed.
struct ForeignExport: TypeDeclarationRule {
  let description = LintRuleDescription(
    "foreign-export", .warning,
    "A type is exported that belongs to the system or to another owner.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, type.isExported, let owner = owner(of: type, in: context) else {
      return []
    }
    return [
      LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is exported, but \(owner)",
        remedy: "move the declaration to \(TypeKey.imported)")
    ]
  }

  private func owner(of type: TypeDeclaration, in context: LintContext) -> String? {
    let bundle = context.source.bundleIdentifier
    if bundle.map(type.identifier.isOwned) == true { return nil }
    let others = context.otherDeclarations(of: type.identifier)
    if let exporter = others.first(where: \.isExported) {
      return exporter.source.layer == .base
        ? "it is a type of the system" : "\(exporter.source.path) exports it too"
    }
    // A new identifier in a reserved domain is reported by `reserved-domain`.
    guard let bundle, !type.identifier.isPublic,
      !["com.apple.", "mime."].contains(where: type.identifier.rawValue.hasPrefix)
    else { return nil }
    return "the bundle \(bundle) is in another domain"
  }
}
