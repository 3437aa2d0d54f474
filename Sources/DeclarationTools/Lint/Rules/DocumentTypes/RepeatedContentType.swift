internal import UTIPlatform
internal import UTITypeGraph

/// Content types that two document types of a file share.
///
/// The first matching entry opens a document, so class, icon and rank of the second are never used.
struct RepeatedContentType: LintRule {
  let description = LintRuleDescription(
    "repeated-content-type", .warning,
    "Two document types with the same role name the same content type.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    struct Key: Hashable {
      let type: TypeIdentifier
      let role: String
    }
    var seen: Set<Key> = []
    return file.documentTypes.flatMap { entry in
      entry.contentTypes.compactMap { stated in
        let role = CaseFolding.ascii(entry.role ?? "")
        guard !seen.insert(Key(type: stated.value, role: role)).inserted else { return nil }
        return LintFinding(
          at: stated.position, "\(stated.value) is the type of a document type above already",
          remedy: "remove it, or merge the two document types")
      }
    }
  }
}
