internal import TypeGraph

/// Globs that never lead to their type.
///
/// A pattern is matched against the last component of a path, so that one with a slash matches
/// nothing. A matching literal stands alone, so that of two types with the same literal one is
/// never answered; and a suffix gives way to a longer one. The rule asks the registry for a name
/// that the glob matches.
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
    // Which names a full pattern matches is not known without trying them.
    case .full: return nil
    }
    let answer = answers[name]
    guard let type, let winner = answer.winner, !answer.types.contains(type) else { return nil }
    return "\(winner) comes before it"
  }

  /// What the registry says of names, each of which many types may have a glob for.
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
