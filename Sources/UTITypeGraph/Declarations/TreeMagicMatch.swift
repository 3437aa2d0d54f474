/// A `treemagic` element.
public typealias TreeMagicRule = MatchRule<TreeMagicMatch>

/// A `treematch` element: an item that must lie at a path of a volume.
public struct TreeMagicMatch: Hashable, Sendable {
  /// The kind of item that must exist at the path.
  public enum ItemKind: String, Sendable, CaseIterable {
    /// A regular file.
    case file
    /// A directory.
    case directory
    /// A symbolic link.
    case link
  }

  /// The path from the root of the volume.
  public var path: String
  /// The kind of item; nil for any kind.
  public var kind: ItemKind?
  /// A Boolean value that indicates whether the path is compared with case.
  public var matchesCase: Bool
  /// A Boolean value that indicates whether the item must be executable.
  public var isExecutable: Bool
  /// A Boolean value that indicates whether a directory must have an entry.
  public var isNonEmpty: Bool
  /// The MIME type that the file must have; nil for any type.
  public var mimeType: MIMEName?
  /// Nested matches, of which one must hold too; empty for no further condition.
  public var children: [TreeMagicMatch]
  /// The position of the statement.
  public var position: SourcePosition

  /// Makes a match.
  ///
  /// - Parameters:
  ///   - path: the path from the root of the volume.
  ///   - kind: the kind of item; nil for any kind.
  ///   - matchesCase: whether the path is compared with case.
  ///   - isExecutable: whether the item must be executable.
  ///   - isNonEmpty: whether a directory must have an entry.
  ///   - mimeType: the MIME type that the file must have.
  ///   - children: nested matches, of which one must hold too.
  ///   - position: the position of the statement.
  public init(
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
