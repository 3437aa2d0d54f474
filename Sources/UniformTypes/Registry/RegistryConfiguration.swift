/// Where a registry takes its declarations from.
public struct RegistryConfiguration: Hashable, Sendable {
  /// The environment whose XDG variables and HOME say where the machine keeps declarations; nil for
  /// the process's own.
  public var environment: [String: String]?
  /// Whether the declarations of the machine and the user are read.
  public var includesInstalledDeclarations: Bool
  /// Whether the registry that comes with the package is the lowest layer.
  public var includesBase: Bool
  /// Directories whose `*.plist` and `*.xml` form the top layer; later ones count more.
  ///
  /// A registry that `uti compile` made, or a single file of declarations, may stand for a directory.
  public var directories: [String]
  /// Property lists and shared-mime-info packages above the directories; later ones count more.
  public var files: [String]
  /// Values of build variables such as `PRODUCT_MODULE_NAME` in property lists.
  public var buildVariables: [String: String]
  /// Whether a merged registry is kept in the user's cache and taken from there.
  public var usesCache: Bool

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - environment: the environment whose XDG variables and HOME are used; nil for the process's
  ///     own.
  ///   - includesInstalledDeclarations: whether the declarations of the machine and the user are
  ///     read.
  ///   - includesBase: whether the registry that comes with the package is the lowest layer.
  ///   - directories: directories that form the top layer; later ones count more.
  ///   - files: declaration files above the directories; later ones count more.
  ///   - buildVariables: values of build variables in property lists.
  ///   - usesCache: whether a merged registry is kept in the user's cache and taken from there.
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
