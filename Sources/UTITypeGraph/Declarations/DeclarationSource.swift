internal import UTIPortable

/// A file of declarations: its path, format and precedence.
public struct DeclarationSource: Hashable, Sendable {
  /// The format of a declaration file.
  public enum Format: String, Sendable, CaseIterable {
    /// An Apple-style property list with type or document type declarations.
    case propertyList
    /// A freedesktop shared-mime-info package.
    case sharedMIMEInfo
  }

  /// The layers of a registry, lowest first.
  public enum Layer: Int, Sendable, CaseIterable, Comparable {
    /// The registry that comes with this package.
    case base
    /// The directories of the system's XDG_DATA_DIRS.
    case system
    /// The user's XDG_DATA_HOME.
    case user
    /// The declarations that the program adds.
    case program

    /// Orders lower layers first.
    public static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
  }

  /// The path, as findings and explanations print it.
  public let path: String
  /// The format of the file.
  public let format: Format
  /// The layer the file belongs to.
  public let layer: Layer
  /// The precedence of the file's directory within its layer; the greater value wins.
  public let directoryPrecedence: Int
  /// The identifier of the declaring bundle; nil when the file names none.
  public let bundleIdentifier: String?

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - path: the path, as it is printed.
  ///   - format: the format of the file.
  ///   - layer: the layer the file belongs to.
  ///   - directoryPrecedence: the precedence of its directory; the greater value wins.
  ///   - bundleIdentifier: the identifier of the declaring bundle.
  public init(
    path: String, format: Format, layer: Layer, directoryPrecedence: Int = 0,
    bundleIdentifier: String? = nil
  ) {
    self.path = path
    self.format = format
    self.layer = layer
    self.directoryPrecedence = directoryPrecedence.clamped(to: 0...Int(Int32.max))
    self.bundleIdentifier = bundleIdentifier
  }

  package var fileName: Substring {
    path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
  }
}

extension DeclarationSource: Comparable {
  /// Orders by precedence, lowest first, so that the order of reading has no effect.
  ///
  /// The files of a directory follow in byte order of their names, and `Override.xml` comes last
  /// (shared-mime-info specification, "Directory layout").
  public static func < (left: DeclarationSource, right: DeclarationSource) -> Bool {
    let leftKey = (left.layer.rawValue, left.directoryPrecedence, left.formatRank)
    let rightKey = (right.layer.rawValue, right.directoryPrecedence, right.formatRank)
    guard leftKey == rightKey else { return leftKey < rightKey }
    guard left.isOverride == right.isOverride else { return right.isOverride }
    if left.fileName != right.fileName {
      return left.fileName.utf8.lexicographicallyPrecedes(right.fileName.utf8)
    }
    return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
  }

  /// The property lists of a directory have precedence over its shared-mime-info packages.
  private var formatRank: Int { format == .propertyList ? 1 : 0 }

  private var isOverride: Bool { format == .sharedMIMEInfo && fileName == "Override.xml" }
}
