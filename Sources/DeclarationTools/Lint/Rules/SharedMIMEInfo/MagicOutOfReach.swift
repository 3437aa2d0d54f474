internal import UTIPlatform
internal import UTITypeGraph

/// Magic beyond the part of a file that programs read.
///
/// GLib and Qt read the first 16,384 bytes of a file. A match that begins or ends after them
/// matches no file there.
struct MagicOutOfReach: MIMETypeRule {
  static let reach = 16_384

  let description = LintRuleDescription(
    "magic-out-of-reach", .warning, "A match is beyond the first 16,384 bytes of a file.")

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.allMagicMatches.compactMap { match in
      let end = match.offsets.lowerBound + match.value.count
      guard end > Self.reach else { return nil }
      return LintFinding(
        at: match.position,
        "the match of \(type.name) ends at byte \(end), and programs read \(Self.reach)",
        remedy: "find a signature nearer to the beginning")
    }
  }
}

extension MIMETypeDeclaration {
  /// Every match of the type's rules, nested ones included, in document order.
  var allMagicMatches: [MagicMatch] {
    func flattened(_ matches: [MagicMatch]) -> [MagicMatch] {
      matches.flatMap { [$0] + flattened($0.children) }
    }
    return magic.flatMap { flattened($0.matches) }
  }
}
