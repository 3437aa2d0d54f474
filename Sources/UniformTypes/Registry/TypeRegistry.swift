public import UTITypeGraph

/// An immutable registry of uniform types.
///
/// `UTType` uses the ``current`` registry. Other registries, with other directories or another
/// view, provide the same queries as members of this type. A registry never changes: reloading and
/// adding return a new one, and types keep the registry they came from.
public struct TypeRegistry: Sendable {
  @usableFromInline let snapshot: RegistrySnapshot

  init(_ snapshot: RegistrySnapshot) {
    self.snapshot = snapshot
  }

  /// The rule that selects the declarations and edges for this registry's queries.
  public var view: GraphView { snapshot.view }

  /// Returns a registry with the same declarations and another view.
  ///
  /// - Parameter view: the rule that selects declarations and edges for queries.
  public func seen(as view: GraphView) -> TypeRegistry {
    TypeRegistry(
      RegistrySnapshot(
        image: snapshot.image, view: view, configuration: snapshot.configuration,
        loadingDiagnostics: snapshot.loadingDiagnostics))
  }

  /// Returns the same registry with separate reference counts, for a thread that makes many
  /// queries: threads that share a registry wait for each other at each counted reference.
  package func copied() -> TypeRegistry { TypeRegistry(snapshot.copyWithImage()) }

  /// The findings of reading and merging the declarations: files that could not be read, statements
  /// that were dropped, and the reasons.
  public var findings: [DeclarationDiagnostic] {
    snapshot.loadingDiagnostics + snapshot.image.diagnostics
  }

  /// The files the registry was built from, lowest precedence first.
  public var sources: [DeclarationSource] { snapshot.image.declarationSources }
}

extension TypeRegistry {
  /// The registry that `UTType` uses.
  ///
  /// It is loaded from the declarations of the system and the user on first access; if loading
  /// fails, the registry of the package is used alone. A package that is built without the trait
  /// `Declarations` always uses the registry of the package alone.
  ///
  /// - Complexity: O(1), without a lock, except for a thread's first access after a change.
  public static var current: TypeRegistry {
    get { TypeRegistry(CurrentRegistry.snapshot) }
    set { CurrentRegistry.snapshot = newValue.snapshot }
  }
}
