package import UTITypeGraph

extension UTType {
  /// Returns a description of the declaration's precedence and of the reason why another one is
  /// active.
  package func standing(of declaration: RegisteredDeclaration) -> String {
    guard let precedence = precedence(over: declaration), let active = firstDeclaration
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

  /// Returns the rule that gives the active declaration precedence over another; nil for the active
  /// one.
  package func precedence(over declaration: RegisteredDeclaration) -> DeclarationPrecedence? {
    guard !declaration.isActive else { return nil }
    return firstDeclaration?.precedence(over: declaration)
  }
}

extension RegisteredDeclaration {
  /// The place of the declaration in the form `file:line`.
  package var place: String { "\(source.path):\(declaration.position.line)" }
}

extension DeclarationRank {
  /// The rank in words.
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
