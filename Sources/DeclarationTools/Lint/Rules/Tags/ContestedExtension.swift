internal import UTIPlatform
internal import UTITypeGraph

/// Extensions that a type of the system claims already.
///
/// A declaration of the system has precedence over a program's: `ts` stays an MPEG transport stream
/// whatever editors declare, and their previews for TypeScript never run. The program's type is
/// found only in the list of all types of the extension, or with a parent that the other type
/// lacks.
///
/// A declaration of a program decides about the names of files where it is installed, so that they are
/// no longer of the system's type. Of two declarations in one file the first decides.
struct ContestedExtension: TypeDeclarationRule {
  let description = LintRuleDescription(
    "contested-extension", .warning,
    "A type of the system, or an earlier type of the file, has the extension of another type.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, context.systemDeclaration(of: type.identifier) == nil else { return [] }
    return type.tags.compactMap { tag in
      guard tag.value.tagClass == .filenameExtension,
        let owner = context.rival(of: type, for: tag.value)
      else { return nil }
      let relation = context.conforms(type, to: owner) ? ", a supertype of it" : ""
      let named = context.typeOfNames(withExtension: tag.value.value)
      let consequence =
        named == type.identifier
        ? "belongs to \(owner)\(relation), whose files become \(type.identifier)"
        : "leads to \(named ?? owner)\(relation), and not to \(type.identifier)"
      return LintFinding(
        at: tag.position,
        "the extension “\(tag.value.value.prefix(100))” \(consequence)",
        remedy: "use \(owner) if that is meant, or an extension of your own")
    }
  }
}
