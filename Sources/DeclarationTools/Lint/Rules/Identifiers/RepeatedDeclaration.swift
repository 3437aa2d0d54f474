internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Types that one file exports twice or imports twice.
///
/// One declaration of an identifier is active and alone defines tags, conformance and description,
/// so the tags of the second are ignored.
struct RepeatedDeclaration: LintRule {
  let description = LintRuleDescription(
    "repeated-declaration", .warning, "A file exports or imports one type twice.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    struct Key: Hashable {
      let identifier: TypeIdentifier
      let isExported: Bool
    }
    var first: [Key: SourcePosition] = [:]
    return file.types.compactMap { type in
      let key = Key(identifier: type.identifier, isExported: type.isExported)
      guard let earlier = first[key] else {
        first[key] = type.position
        return nil
      }
      return LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "\(type.identifier) is declared above already, in line \(earlier.line); one of the"
          + " declarations is ignored",
        remedy: "merge the two")
    }
  }
}
