/// The rank of a declaration among the declarations of its type, highest first.
package enum DeclarationRank: Int, Comparable, Sendable {
  /// The base exports the type, or declares a `public` type, whose meaning no bundle changes.
  case exportedByBase
  /// The identifier begins with the bundle's domain.
  case exportedByOwner
  case exportedByOthers
  case importedByBase
  case importedByOthers

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

  package static func < (left: DeclarationRank, right: DeclarationRank) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The rule that gives one of two declarations of a type precedence.
package enum DeclarationPrecedence: String, Sendable {
  case rank
  case version
  /// Its file has higher precedence: a higher layer, or a later place in the order of its layer.
  case source
  /// It comes earlier in the same file.
  case order
}
