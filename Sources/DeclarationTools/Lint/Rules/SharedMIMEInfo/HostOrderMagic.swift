internal import TypeGraph
internal import UTIPlatform

/// Magic in the byte order of the machine.
///
/// `host16` and `host32` hold for other files on other machines, and readers of the compiled
/// database take them for big-endian numbers.
struct HostOrderMagic: MIMETypeRule {
  let description = LintRuleDescription(
    "host-order-magic", .note, "A match is a number in the byte order of the machine.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.allMagicMatches.compactMap { match in
      guard match.type == .host16 || match.type == .host32 else { return nil }
      let width = match.type == .host16 ? 16 : 32
      return LintFinding(
        at: match.position,
        "\(match.type.rawValue) means different bytes on different machines",
        remedy: "write a big\(width) and a little\(width) match")
    }
  }
}
