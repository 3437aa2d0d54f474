#if Declarations
package import SystemPackage
public import UTITypeDeclarations
public import UTITypeGraph

extension TypeRegistry {
  /// Loads a registry.
  ///
  /// Unreadable files and invalid statements never stop loading; they are listed in ``findings``.
  ///
  /// - Parameters:
  ///   - configuration: the sources of the declarations.
  ///   - view: the rule that selects declarations and edges for queries.
  /// - Throws: `DeclarationError` when a directory or file that the configuration names cannot be
  ///   read, with its path, the reason and the remedy.
  /// - Complexity: O(*n*) in the size of the declarations; O(1) when the cache has the registry.
  public init(
    _ configuration: RegistryConfiguration = RegistryConfiguration(), view: GraphView = .merged
  ) throws(DeclarationError) {
    self.init(try RegistryLoader(configuration).load(view: view))
  }

  /// Calls a function before declarations are parsed, with the directory of the cache that is going
  /// to be written.
  package init(
    _ configuration: RegistryConfiguration, view: GraphView = .merged,
    willParse: (FilePath?) throws -> Void
  ) throws {
    let loader = RegistryLoader(configuration)
    switch try loader.find(view: view) {
    case .known(let snapshot): self.init(snapshot)
    case .unread(let sources):
      try willParse(sources.cache?.makeDirectory())
      self.init(try loader.parse(sources, view: view))
    }
  }

  /// Reads the sources of this registry again.
  ///
  /// - Returns: a registry of the present contents of the sources.
  /// - Throws: `DeclarationError` when a directory or file that the configuration names cannot be
  ///   read.
  public func reloaded() throws(DeclarationError) -> TypeRegistry {
    try TypeRegistry(snapshot.configuration, view: view)
  }

  /// Adds a declaration file, such as the Info.plist of a program, as the top layer.
  ///
  /// - Parameter path: the path of a property list or a shared-mime-info package.
  /// - Returns: a registry that includes the declarations of the file.
  /// - Throws: `DeclarationError` when the file cannot be read.
  public func adding(file path: String) throws(DeclarationError) -> TypeRegistry {
    try adding(files: [path])
  }

  /// The last file has the highest precedence.
  package func adding(files: [String]) throws(DeclarationError) -> TypeRegistry {
    var configuration = snapshot.configuration
    configuration.files += files
    return try TypeRegistry(configuration, view: view)
  }
}
#endif
