internal import UTIPlatform
internal import UTITypeGraph

/// Root elements that two types claim.
///
/// A root element leads to one type, the last that claims it.
struct ContestedRootElement: LintRule {
  let description = LintRuleDescription(
    "contested-root-element", .warning, "Two types of a file claim one root element.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    struct Key: Hashable {
      let namespace: String
      let localName: String
    }
    let claims = file.mimeTypes.flatMap { type in
      type.rootElements.map { root in
        (
          key: Key(namespace: root.namespace, localName: root.localName), type: type.name,
          position: root.position
        )
      }
    }
    var winners: [Key: MIMEName] = [:]
    for claim in claims { winners[claim.key] = claim.type }
    return claims.compactMap { claim in
      guard let winner = winners[claim.key], winner != claim.type else { return nil }
      return LintFinding(
        at: claim.position,
        "the root element “\(claim.key.localName.prefix(100))” of \(claim.type) goes to \(winner),"
          + " which claims it below",
        remedy: "keep it in one of the two types")
    }
  }
}
