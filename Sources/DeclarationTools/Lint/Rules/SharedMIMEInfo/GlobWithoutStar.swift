internal import UTIPlatform
internal import UTITypeGraph

/// Patterns that are an extension without the star before it.
///
/// A pattern without a wildcard is a whole name, so `.part3` matches files with exactly this name.
/// Configuration files have such names. Names that the system declares, and names of commands with
/// the suffix `rc`, are not reported.
struct GlobWithoutStar: MIMETypeRule {
  let description = LintRuleDescription(
    "glob-without-star", .warning,
    "A pattern is an extension with its dot, and matches that name only.")

  /// The usual greatest length of an extension, in bytes.
  private static let greatestExtensionSize = 5

  func findings(about type: MIMETypeDeclaration, in context: LintContext) -> [LintFinding] {
    guard !context.isBase else { return [] }
    return type.globs.compactMap { glob in
      guard glob.kind == .literal, Self.looksLikeExtension(glob.pattern),
        !Self.isKnown(glob.pattern, in: context.image)
      else { return nil }
      return LintFinding(
        at: glob.position,
        "the pattern “\(glob.pattern)” of \(type.name) is for files of just that name",
        remedy: "write *\(glob.pattern) for an extension")
    }
  }

  /// Returns true if the base has a type for files with exactly this name.
  private static func isKnown(_ name: String, in image: RegistryImage) -> Bool {
    var name = name
    return name.withUTF8 { image.baseGlobs(matching: $0) }.contains(where: image.isLiteral)
  }

  private static func looksLikeExtension(_ pattern: String) -> Bool {
    let rest = pattern.utf8.dropFirst()
    return pattern.utf8.first == UInt8(ascii: ".")
      && (1...greatestExtensionSize).contains(rest.count)
      && rest.allSatisfy(\.isLetterOrDigit)
      && !pattern.hasSuffix("rc")
  }
}

extension UInt8 {
  /// True if the byte is a letter or digit of ASCII.
  var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
