/// A `treemagic` element.
public typealias TreeMagicRule = MatchRule<TreeMagicMatch>

/// A `treematch` element: an item that must lie at a path of a volume.
public struct TreeMagicMatch: Hashable, Sendable {
  /// What kind of item must lie at the path.
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
  /// The kind of item; nil when any will do.
  public var kind: ItemKind?
  /// Whether capitals in the path count.
  public var matchesCase: Bool
  /// Whether the item must be executable.
  public var isExecutable: Bool
  /// Whether a directory must have an entry.
  public var isNonEmpty: Bool
  /// The MIME type that the file must have; nil when any will do.
  public var mimeType: MIMEName?
  /// Matches of which one must hold too; none when empty.
  public var children: [TreeMagicMatch]
  /// Where the match is stated.
  public var position: SourcePosition

  /// Makes a match.
  ///
  /// - Parameters:
  ///   - path: the path from the root of the volume.
  ///   - kind: the kind of item; nil when any will do.
  ///   - matchesCase: whether capitals in the path count.
  ///   - isExecutable: whether the item must be executable.
  ///   - isNonEmpty: whether a directory must have an entry.
  ///   - mimeType: the MIME type that the file must have.
  ///   - children: matches of which one must hold too.
  ///   - position: where the match is stated.
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
