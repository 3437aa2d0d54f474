internal import UTIPlatform
internal import UTITypeGraph

/// Magic in the byte order of the processor.
///
/// `host16` and `host32` match different files on different processors, and readers of the compiled
/// database treat them as big-endian numbers.
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
