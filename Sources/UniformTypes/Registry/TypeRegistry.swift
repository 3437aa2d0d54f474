public import TypeDeclarations
public import TypeGraph

/// An immutable registry of uniform types.
///
/// `UTType` asks the ``current`` registry. Other registries, made from other directories or seen
/// through another view, answer the same questions through the members of this type. A registry
/// never changes: reloading and adding give a new one, and types keep the registry they came from.
public struct TypeRegistry: Sendable {
  /// Whose statements questions are answered from.
  public typealias View = GraphView
  /// A finding about a declaration.
  public typealias Finding = Diagnostic

  @usableFromInline let snapshot: RegistrySnapshot

  init(_ snapshot: RegistrySnapshot) {
    self.snapshot = snapshot
  }

  /// Loads a registry.
  ///
  /// Files that cannot be read and statements that cannot be used never stop loading; they are
  /// listed in ``findings``.
  ///
  /// - Parameters:
  ///   - configuration: where declarations are taken from.
  ///   - view: whose statements questions are answered from.
  /// - Throws: `DeclarationError` when a directory or file that the configuration names cannot be
  ///   read, with its path, the reason and the remedy.
  /// - Complexity: O(*n*) in the size of the declarations; O(1) when the cache has the registry.
  public init(
    _ configuration: RegistryConfiguration = RegistryConfiguration(), view: View = .merged
  ) throws(DeclarationError) {
    snapshot = try RegistryLoader(configuration).load(view: view)
  }

  /// Whose statements this registry's questions are answered from.
  public var view: View { snapshot.view }

  /// The same declarations seen through another view.
  ///
  /// - Parameter view: whose statements questions are answered from.
  public func seen(as view: View) -> TypeRegistry {
    TypeRegistry(
      RegistrySnapshot(
        image: snapshot.image, view: view, configuration: snapshot.configuration,
        loadingDiagnostics: snapshot.loadingDiagnostics))
  }

  /// The same registry with references of its own, for a thread that asks much: threads that share
  /// one wait for each other wherever a reference to it is counted.
  package func copied() -> TypeRegistry { TypeRegistry(snapshot.copyWithImage()) }

  /// Reads the sources of this registry again.
  ///
  /// - Returns: a registry of what the sources say now.
  /// - Throws: `DeclarationError` when a directory or file that the configuration names cannot be
  ///   read.
  public func reloaded() throws(DeclarationError) -> TypeRegistry {
    try TypeRegistry(snapshot.configuration, view: view)
  }

  /// Adds a declaration file, such as the Info.plist of a program, as the top layer.
  ///
  /// - Parameter path: the path of a property list or a shared-mime-info package.
  /// - Returns: a registry that has the declarations of the file too.
  /// - Throws: `DeclarationError` when the file cannot be read.
  public func adding(file path: String) throws(DeclarationError) -> TypeRegistry {
    try adding(files: [path])
  }

  /// The same for several files, the last of which counts most.
  package func adding(files: [String]) throws(DeclarationError) -> TypeRegistry {
    var configuration = snapshot.configuration
    configuration.files += files
    return try TypeRegistry(configuration, view: view)
  }

  /// What was found while declarations were read and merged: files that could not be read,
  /// statements that were dropped, and why.
  public var findings: [Finding] {
    snapshot.loadingDiagnostics + snapshot.image.diagnostics
  }

  /// The files the registry was built from, lowest precedence first.
  public var sources: [DeclarationSource] { snapshot.image.declarationSources }
}

extension TypeRegistry {
  /// The registry that `UTType` asks.
  ///
  /// It is loaded from the machine's and the user's declarations when it is first needed; when that
  /// fails the registry that comes with the package answers alone.
  ///
  /// - Complexity: O(1), without a lock, but when a thread asks for the first time after it was set.
  public static var current: TypeRegistry {
    get { TypeRegistry(CurrentRegistry.snapshot) }
    set { CurrentRegistry.snapshot = newValue.snapshot }
  }
}
