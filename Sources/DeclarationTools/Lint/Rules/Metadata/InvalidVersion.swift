internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Versions that are not numbers.
///
/// Between two declarations of equal rank, the greater version is active. Versions compare by their
/// numbers, so a word compares as zero.
struct InvalidVersion: TypeDeclarationRule {
  let description = LintRuleDescription(
    "invalid-version", .warning, "A version is not a number or numbers with periods.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard let version = type.version else { return [] }
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else {
      return []
    }
    return [
      LintFinding(
        at: context.place(of: TypeKey.version, in: type.position),
        "the version “\(version.prefix(100))” of \(type.identifier) is not a number",
        remedy: "write a number such as 2 or 1.4")
    ]
  }
}
