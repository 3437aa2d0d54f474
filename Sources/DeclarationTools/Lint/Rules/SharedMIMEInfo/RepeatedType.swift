internal import UTIPlatform
internal import UTITypeGraph

/// MIME types that one file describes twice.
///
/// The two are merged, and the later one has precedence; a reader of either sees half of it.
struct RepeatedType: LintRule {
  let description = LintRuleDescription(
    "repeated-type", .note, "A file describes one MIME type in two elements.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    var first: [MIMEName: SourcePosition] = [:]
    return file.mimeTypes.compactMap { type in
      guard let earlier = first[type.name] else {
        first[type.name] = type.position
        return nil
      }
      return LintFinding(
        at: type.position, "\(type.name) is described above too, in line \(earlier.line)",
        remedy: "merge the two elements")
    }
  }
}
