internal import UTIPlatform
internal import UTITypeGraph

/// MIME types that a type of the system claims already.
///
/// As for extensions, the declaration of the system has precedence, and the program's type is not
/// found by its MIME type.
struct ContestedMIMEType: TypeDeclarationRule {
  let description = LintRuleDescription(
    "contested-mime-type", .warning,
    "A type of the system, or an earlier type of the file, has the MIME type of another type.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase, context.systemDeclaration(of: type.identifier) == nil else { return [] }
    return type.tags.compactMap { tag in
      guard tag.value.tagClass == .mimeType,
        let owner = context.rival(of: type, for: tag.value)
      else { return nil }
      return LintFinding(
        at: tag.position,
        "the MIME type “\(tag.value.value.prefix(100))” leads to \(owner) and not to"
          + " \(type.identifier)",
        remedy: "use \(owner) if that is meant, or a MIME type of your own")
    }
  }
}
