/// A `treemagic` element.
package typealias TreeMagicRule = MatchRule<TreeMagicMatch>

/// A `treematch` element: an item that must lie at a path of a volume.
package struct TreeMagicMatch: Hashable, Sendable {
  /// The kind of item that must exist at the path.
  package enum ItemKind: String, Sendable, CaseIterable {
    /// A regular file.
    case file
    case directory
    /// A symbolic link.
    case link
  }

  /// The path from the root of the volume.
  package var path: String
  /// The kind of item; nil for any kind.
  package var kind: ItemKind?
  /// True if the path is compared with case.
  package var matchesCase: Bool
  /// True if the item must be executable.
  package var isExecutable: Bool
  /// True if a directory must have an entry.
  package var isNonEmpty: Bool
  /// The MIME type that the file must have; nil for any type.
  package var mimeType: MIMEName?
  /// Nested matches, of which one must hold too; empty for no further condition.
  package var children: [TreeMagicMatch]
  /// The position of the statement.
  package var position: SourcePosition

  package init(
    path: String, kind: ItemKind? = nil, matchesCase: Bool = false, isExecutable: Bool = false,
    isNonEmpty: Bool = false, mimeType: MIMEName? = nil, children: [TreeMagicMatch] = [],
    position: SourcePosition
  ) {
    self.path = path
    self.kind = kind
    self.matchesCase = matchesCase
    self.isExecutable = isExecutable
    self.isNonEmpty = isNonEmpty
    self.mimeType = mimeType
    self.children = children
    self.position = position
  }
}
