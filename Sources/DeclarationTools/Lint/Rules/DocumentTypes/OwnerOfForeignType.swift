internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Programs that claim to own types of the system.
///
/// `LSHandlerRank` Owner means that the program creates the files of a type, and gives it
/// precedence over all others that open them. For a type of the system this takes every such file
/// away from the program that the user expects; the correct rank is Alternate or Default.
struct OwnerOfForeignType: DocumentTypeRule {
  let description = LintRuleDescription(
    "owner-of-foreign-type", .warning, "A document type claims the rank Owner for a system type.")

  func findings(about type: DocumentTypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard CaseFolding.ascii(type.handlerRank ?? "") == "owner" else { return [] }
    return type.contentTypes.compactMap { stated in
      guard context.systemDeclaration(of: stated.value)?.isExported == true else {
        return nil
      }
      return LintFinding(
        at: stated.position,
        "the rank Owner is claimed for \(stated.value), which is a type of the system",
        remedy: "write Alternate or Default in \(DocumentKey.rank)")
    }
  }
}
