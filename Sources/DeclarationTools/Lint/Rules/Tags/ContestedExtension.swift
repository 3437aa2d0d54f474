internal import TypeGraph
internal import UTIPlatform

/// Extensions that a type of the system claims already.
///
/// A declaration of the system has precedence over a program's: `ts` stays an MPEG transport stream
/// whatever editors declare, and their previews for TypeScript never run. The program's type is
/// found only in the list of all types of the extension, or with a parent that the other type
/// lacks.
struct ContestedExtension: TypeDeclarationRule {
  let description = LintRuleDescription(
    "contested-extension", .warning, "A type of the system has the extension of another type.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, context.systemDeclaration(of: type.identifier) == nil else { return [] }
    return type.tags.compactMap { tag in
      guard tag.value.tagClass == .filenameExtension,
        let owner = context.systemType(with: tag.value, ofTheKindOf: type)
      else { return nil }
      let relation = context.conforms(type, to: owner) ? ", a supertype of it," : ""
      return LintFinding(
        at: tag.position,
        "the extension “\(tag.value.value.prefix(100))” leads to \(owner)\(relation) and not to"
          + " \(type.identifier)",
        remedy: "use \(owner) if that is meant, or an extension of your own")
    }
  }
}
