package import UTITypeGraph

extension UTType {
  /// The MIME type for the type in servers, verdicts, `uti`, C and Python.
  ///
  /// It is ``preferredMIMEType``. A type without one has the name of its nearest supertype with one; a
  /// folder has inode/directory.
  public var canonicalMIMEType: String? {
    guard case .registered(let snapshot, let index) = storage else { return preferredMIMEType }
    return snapshot.canonicalMIMEType(of: index)
  }

  /// The statements about the direct supertypes of the type.
  package var edges: [(supertype: UTType, kind: EdgeKind, origin: DeclarationOrigin?)] {
    guard case .registered(let snapshot, let index) = storage else { return [] }
    return snapshot.image.edges(of: index)
      .filter { $0.holds(in: snapshot.view) || $0.kind == .container }
      .map { (UTType(snapshot, $0.target), $0.kind, $0.origin) }
  }

  /// The direct supertypes, in the order stated.
  package var parents: [UTType] {
    switch storage {
    case .registered(let snapshot, let index):
      return snapshot.image.parents(of: index, in: snapshot.view).map { UTType(snapshot, $0) }
    case .computed(let computed):
      return computed.assumedSupertypes.compactMap { UTType($0.rawValue, in: computed.snapshot) }
    }
  }

  /// The direct subtypes, sorted by identifier.
  package var children: [UTType] {
    guard case .registered(let snapshot, let index) = storage else { return [] }
    return snapshot.image.children(of: index, in: snapshot.view).map { UTType(snapshot, $0) }
  }

  /// Every declaration of the type, the active one first.
  package var declarations: [RegisteredDeclaration] {
    guard case .registered(let snapshot, let index) = storage else { return [] }
    return snapshot.image.declarations(of: index)
  }

  /// The first declaration of the type with its source, which is the active one.
  package var firstDeclaration: RegisteredDeclaration? {
    guard case .registered(let snapshot, let index) = storage else { return nil }
    return snapshot.image.firstDeclaration(of: index)
  }

  /// The tags of the type with their origins.
  package var statedTags: [TypeTag] {
    guard case .registered(let snapshot, let index) = storage else { return [] }
    return snapshot.image.tags(of: index).filter { $0.holds(in: snapshot.view) }
  }

  /// The names of the icon of the type and of its generic icon.
  package var iconNames: (icon: String, generic: String)? {
    guard case .registered(let snapshot, let index) = storage,
      let icon = snapshot.image.iconName(of: index),
      let generic = snapshot.image.iconName(of: index, isGeneric: true)
    else { return nil }
    return (icon, generic)
  }
}

extension TypeRegistry {
  /// Returns a function that finds the direct subtypes of a type, for walks over many types.
  ///
  /// - Complexity: O(*n*) in the number of types and edges; a call of the function is O(*n*) in the
  ///   number of its results.
  package func subtypes() -> (UTType) -> [UTType] {
    let subtypes = snapshot.image.subtypes(in: snapshot.view)
    return { type in
      guard case .registered(let snapshot, let index) = type.storage else { return [] }
      return subtypes[index].map { UTType(snapshot, $0) }
    }
  }

  /// Returns a function that finds the canonical MIME types of types, for lists of many.
  ///
  /// - Complexity: O(*n*) in the number of types and edges for all calls of the function together.
  package func canonicalMIMETypes() -> (UTType) -> String? {
    var names = NearestMIMENames(snapshot.image, view: snapshot.view)
    return { type in
      guard case .registered(_, let index) = type.storage else { return type.canonicalMIMEType }
      return names.name(of: index)
    }
  }
}

extension UTType {
  /// True if a shared-mime-info package other than the base's describes the type.
  package var isDescribedOutsideBase: Bool {
    guard case .registered(let snapshot, let index) = storage else { return false }
    return snapshot.image.mimeTypeOrigin(of: index).map { $0.source.layer != .base } ?? false
  }
}
