internal import UTIPlatform
internal import UTITypeGraph

/// Extensions that files are unlikely to have.
///
/// Emoji have several spellings with and without joiners and selectors, invisible characters cannot
/// be typed, and names with `<>:"|?` cannot be copied to other file systems.
struct UnlikelyExtension: TypeDeclarationRule {
  let description = LintRuleDescription(
    "unlikely-extension", .warning,
    "An extension has a symbol or a character that file names rarely keep.")

  func findings(about type: TypeDeclaration, in context: LintContext) -> [LintFinding] {
    type.tags.compactMap { tag in
      guard tag.value.tagClass == .filenameExtension,
        let scalar = tag.value.value.unicodeScalars.first(where: Self.isUnlikely)
      else { return nil }
      return LintFinding(
        at: tag.position,
        "the extension “\(tag.value.value.prefix(100))” holds \(scalar.escaped(asASCII: true)),"
          + " which names of files rarely keep",
        remedy: "use letters and digits")
    }
  }

  private static func isUnlikely(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return "<>:\"|?\\".unicodeScalars.contains(scalar) || scalar.isHidden }
    return scalar.isHidden || scalar.properties.isEmoji
      || scalar.properties.generalCategory == .otherSymbol
  }
}
