internal import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph

/// Identifiers that do not begin with a domain of their author.
///
/// An identifier is unique only because its first labels are a registered domain, written backwards
/// (Uniform Type Identifiers Overview, "Uniform Type Identifier format"). One label, or an empty
/// one between two periods, is not a domain; tools that set default handlers reject two periods in
/// a row.
struct NotReverseDNS: TypeDeclarationRule {
  let description = LintRuleDescription(
    "not-reverse-dns", .warning, "An identifier does not begin with a reversed domain name.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    let labels = type.identifier.rawValue.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count < 2 || labels.contains(where: \.isEmpty) else { return [] }
    return [
      LintFinding(
        at: context.place(of: TypeKey.identifier, in: type.position),
        "the identifier \(type.identifier) is not a reversed domain name with a name after it",
        remedy: "write a domain that is yours, as in com.example.document")
    ]
  }
}
