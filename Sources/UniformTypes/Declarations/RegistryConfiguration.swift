#if Declarations
package import UTITypeGraph

/// The sources of a registry's declarations.
public struct RegistryConfiguration: Hashable, Sendable {
  /// The environment whose XDG variables and HOME name the directories of installed declarations;
  /// nil for the process's own.
  public var environment: [String: String]?
  /// A Boolean value that indicates whether the declarations of the system and the user are read.
  public var includesInstalledDeclarations: Bool
  /// A Boolean value that indicates whether the registry of the package is the lowest layer.
  public var includesBase: Bool
  /// The directories whose `*.plist` and `*.xml` form the top layer; later ones have precedence.
  ///
  /// A registry that `uti compile` made, or a single file of declarations, is also accepted.
  public var directories: [String]
  /// Property lists and shared-mime-info packages above the directories; later ones have
  /// precedence.
  public var files: [String]
  /// Values of build variables such as `PRODUCT_MODULE_NAME` in property lists.
  public var buildVariables: [String: String]
  /// A Boolean value that indicates whether a merged registry is stored in the user's cache and
  /// read from it.
  public var usesCache: Bool
  /// Mapped instead of copied, for a process that ends after a few queries.
  package var mapsCache = false
  /// Declarations in code, lowest precedence first.
  package var declared: [DeclarationFile] = []

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - environment: the environment whose XDG variables and HOME are used; nil for the process's
  ///     own.
  ///   - includesInstalledDeclarations: whether the declarations of the system and the user are
  ///     read.
  ///   - includesBase: whether the registry of the package is the lowest layer.
  ///   - directories: directories that form the top layer; later ones have precedence.
  ///   - files: declaration files above the directories; later ones have precedence.
  ///   - buildVariables: values of build variables in property lists.
  ///   - usesCache: whether a merged registry is stored in the user's cache and read from it.
  public init(
    environment: [String: String]? = nil, includesInstalledDeclarations: Bool = true,
    includesBase: Bool = true, directories: [String] = [], files: [String] = [],
    buildVariables: [String: String] = [:], usesCache: Bool = true
  ) {
    self.environment = environment
    self.includesInstalledDeclarations = includesInstalledDeclarations
    self.includesBase = includesBase
    self.directories = directories
    self.files = files
    self.buildVariables = buildVariables
    self.usesCache = usesCache
  }
}
#endif
