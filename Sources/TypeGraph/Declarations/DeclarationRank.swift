/// Whose word about a type counts most, highest first.
package enum DeclarationRank: Int, Comparable, Sendable {
  /// The base exports the type, or speaks of a `public` one, whose meaning nobody else changes.
  case exportedByBase
  /// A bundle exports a type of its own: its identifier begins with the bundle's domain.
  case exportedByOwner
  /// A bundle exports a type of somebody else.
  case exportedByOthers
  /// The base imports the type.
  case importedByBase
  /// A bundle imports the type.
  case importedByOthers

  /// Ranks a declaration.
  ///
  /// - Parameters:
  ///   - declaration: what is declared.
  ///   - source: the file that declares it.
  package init(_ declaration: TypeDeclaration, in source: DeclarationSource) {
    let isBase = source.layer == .base
    if isBase, declaration.isExported || declaration.identifier.isPublic {
      self = .exportedByBase
    } else if declaration.isExported {
      let isOwner = source.bundleIdentifier.map(declaration.identifier.isOwned) == true
      self = isOwner ? .exportedByOwner : .exportedByOthers
    } else {
      self = isBase ? .importedByBase : .importedByOthers
    }
  }

  /// Orders what counts more first.
  package static func < (left: DeclarationRank, right: DeclarationRank) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Why one of two declarations of a type counts before the other.
package enum DeclarationPrecedence: String, Sendable {
  /// Its rank is higher.
  case rank
  /// Their ranks are equal, and its version is newer.
  case version
  /// It stands in a file that counts more: of a higher layer, or later in the order of its layer.
  case source
  /// It stands earlier in the same file.
  case order
}

extension RegisteredDeclaration {
  /// How much the declaration counts.
  package var rank: DeclarationRank { DeclarationRank(declaration, in: source) }

  /// Why this declaration, the active one, counts before another of the same type.
  package func precedence(over other: RegisteredDeclaration) -> DeclarationPrecedence {
    if rank != other.rank { return .rank }
    let versions = (declaration.version, other.declaration.version)
    if DeclarationRanking.compareVersions(versions.0, versions.1) != 0 { return .version }
    return source == other.source ? .order : .source
  }
}
