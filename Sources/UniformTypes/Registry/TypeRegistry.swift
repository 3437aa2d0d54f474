public import TypeDeclarations
public import TypeGraph

/// An immutable registry of uniform types.
///
/// `UTType` uses the ``current`` registry. Other registries, with other directories or another
/// view, provide the same queries as members of this type. A registry never changes: reloading and
/// adding return a new one, and types keep the registry they came from.
public struct TypeRegistry: Sendable {
  /// The rule that selects the declarations and edges for queries.
  public typealias View = GraphView
  /// A finding about a declaration.
  public typealias Finding = Diagnostic

  @usableFromInline let snapshot: RegistrySnapshot

  init(_ snapshot: RegistrySnapshot) {
    self.snapshot = snapshot
  }

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
    _ configuration: RegistryConfiguration = RegistryConfiguration(), view: View = .merged
  ) throws(DeclarationError) {
    snapshot = try RegistryLoader(configuration).load(view: view)
  }

  /// The rule that selects the declarations and edges for this registry's queries.
  public var view: View { snapshot.view }

  /// Returns a registry with the same declarations and another view.
  ///
  /// - Parameter view: the rule that selects declarations and edges for queries.
  public func seen(as view: View) -> TypeRegistry {
    TypeRegistry(
      RegistrySnapshot(
        image: snapshot.image, view: view, configuration: snapshot.configuration,
        loadingDiagnostics: snapshot.loadingDiagnostics))
  }

  /// Returns the same registry with separate reference counts, for a thread that makes many
  /// queries: threads that share a registry wait for each other at each counted reference.
  package func copied() -> TypeRegistry { TypeRegistry(snapshot.copyWithImage()) }

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

  /// Adds several files, the last of which has the highest precedence.
  package func adding(files: [String]) throws(DeclarationError) -> TypeRegistry {
    var configuration = snapshot.configuration
    configuration.files += files
    return try TypeRegistry(configuration, view: view)
  }

  /// The findings of reading and merging the declarations: files that could not be read, statements
  /// that were dropped, and the reasons.
  public var findings: [Finding] {
    snapshot.loadingDiagnostics + snapshot.image.diagnostics
  }

  /// The files the registry was built from, lowest precedence first.
  public var sources: [DeclarationSource] { snapshot.image.declarationSources }
}

extension TypeRegistry {
  /// The registry that `UTType` uses.
  ///
  /// It is loaded from the declarations of the system and the user on first access; if loading
  /// fails, the registry of the package is used alone.
  ///
  /// - Complexity: O(1), without a lock, except for a thread's first access after a change.
  public static var current: TypeRegistry {
    get { TypeRegistry(CurrentRegistry.snapshot) }
    set { CurrentRegistry.snapshot = newValue.snapshot }
  }
}
