internal import UTIPlatform
internal import UTITypeGraph

/// Globs that never lead to their type.
///
/// A pattern is matched against the last component of a path, so one with a slash matches nothing.
/// A matching literal excludes all other globs, so one of two types with the same literal is never
/// the result; and a longer suffix has precedence over a shorter one. The rule looks up a name that
/// the glob matches.
struct UnreachableGlob: LintRule {
  let description = LintRuleDescription(
    "unreachable-glob", .warning, "A glob matches no name, or other globs always precede it.")

  func findings(of file: DeclarationFile, in context: LintContext) -> [LintFinding] {
    var answers = Answers(image: context.image)
    var findings: [LintFinding] = []
    for type in file.mimeTypes {
      let node = context.image.type(mimeName: type.name.canonical)
      for glob in type.globs {
        guard let obstacle = obstacle(to: glob, of: node, &answers) else { continue }
        findings.append(
          LintFinding(
            at: glob.position,
            "the pattern “\(glob.pattern.prefix(100))” never leads to \(type.name): \(obstacle)",
            remedy: "change or remove the pattern"))
      }
    }
    return findings
  }

  private func obstacle(
    to glob: GlobDeclaration, of type: TypeIndex?, _ answers: inout Answers
  ) -> String? {
    if glob.pattern.contains("/") { return "names hold no slash" }
    let name: String
    switch glob.kind {
    case .literal: name = glob.pattern
    case .suffix: name = "q0" + glob.pattern.dropFirst()
    // The names that a full pattern matches are unknown without a search.
    case .full: return nil
    }
    let answer = answers[name]
    guard let type, let winner = answer.winner, !answer.types.contains(type) else { return nil }
    return "\(winner) comes before it"
  }

  /// The cached results for names, which many types may have globs for.
  private struct Answers {
    let image: RegistryImage
    private var known: [String: (types: Set<TypeIndex>, winner: String?)] = [:]

    init(image: RegistryImage) { self.image = image }

    subscript(name: String) -> (types: Set<TypeIndex>, winner: String?) {
      mutating get {
        if let answer = known[name] { return answer }
        let matches = image.globMatches(name)
        let winner = matches.first.map { first in
          let type = image.mimeName(of: first.type) ?? image.identifier(of: first.type).rawValue
          return "“\(first.pattern.prefix(100))” of \(type)"
        }
        let answer = (Set(matches.map(\.type)), winner)
        known[name] = answer
        return answer
      }
    }
  }
}
