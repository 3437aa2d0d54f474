extension RegisteredDeclaration {
  /// The declaration's rank.
  package var rank: DeclarationRank { DeclarationRank(declaration, in: source) }

  /// Returns the rule that gives this declaration, the active one, precedence over another of its
  /// type.
  package func precedence(over other: RegisteredDeclaration) -> DeclarationPrecedence {
    if rank != other.rank { return .rank }
    let versions = (declaration.version, other.declaration.version)
    if DeclarationRanking.compareVersions(versions.0, versions.1) != 0 { return .version }
    return source == other.source ? .order : .source
  }
}
