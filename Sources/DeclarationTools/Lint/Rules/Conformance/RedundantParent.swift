internal import UTIPlatform
internal import UTITypeGraph

/// Parents that follow from other parents.
///
/// Conformance is transitive, so that `public.data` together with `public.image` adds nothing. It
/// is harmless; the order of parents affects only inherited properties. Each parent is compared
/// with all others, so a type with more parents than any real one is skipped.
struct RedundantParent: TypeDeclarationRule {
  let description = LintRuleDescription(
    "redundant-parent", .note, "A parent is stated twice, or follows from another parent.")

  private static let greatestParentCount = 100

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard type.conformsTo.count <= Self.greatestParentCount else { return [] }
    return type.conformsTo.enumerated().compactMap { index, parent in
      if type.conformsTo[..<index].contains(where: { $0.value == parent.value }) {
        return LintFinding(
          at: parent.position, "\(parent.value) is stated as a parent twice", remedy: "remove it")
      }
      let implying = type.conformsTo.first { other in
        other.value != parent.value && other.value != type.identifier
          && context.conforms(other.value, to: parent.value)
      }
      return implying.map {
        LintFinding(
          at: parent.position, "\(parent.value) follows from the parent \($0.value)",
          remedy: "remove it")
      }
    }
  }
}
