package import TypeGraph

extension UTType {
  /// How much a declaration of the type counts, and why another one counts before it.
  package func standing(of declaration: RegisteredDeclaration) -> String {
    guard let precedence = precedence(over: declaration), let active = declarations.first
    else { return "\(declaration.rank.words), active" }
    let reason =
      switch precedence {
      case .rank: "a type \(active.rank.words) comes before one \(declaration.rank.words)"
      case .version: "the active declaration has a newer version"
      case .source: "the active declaration is in a file that counts more"
      case .order: "the active declaration comes earlier in the file"
      }
    return "\(declaration.rank.words), inactive: \(reason)"
  }

  /// The rule by which the active declaration counts before another; nil for the active one.
  package func precedence(over declaration: RegisteredDeclaration) -> DeclarationPrecedence? {
    guard !declaration.isActive else { return nil }
    return declarations.first?.precedence(over: declaration)
  }
}

extension RegisteredDeclaration {
  /// Where the declaration stands.
  package var place: String { "\(source.path):\(declaration.position.line)" }
}

extension DeclarationRank {
  /// The rank as it is told to people.
  fileprivate var words: String {
    switch self {
    case .exportedByBase: "exported by the base"
    case .exportedByOwner: "exported by its owner"
    case .exportedByOthers: "exported by others"
    case .importedByBase: "imported by the base"
    case .importedByOthers: "imported"
    }
  }
}
