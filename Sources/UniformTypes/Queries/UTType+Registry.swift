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

  package var edges: [(supertype: UTType, kind: EdgeKind, origin: DeclarationOrigin?)] {
    guard case .registered(let snapshot, let index) = storage else { return [] }
    return snapshot.image.edges(of: index)
      .filter { $0.holds(in: snapshot.view) || $0.kind == .container }
      .map { (UTType(snapshot, $0.target), $0.kind, $0.origin) }
  }

  /// The order is as stated.
  package var parents: [UTType] {
    switch storage {
    case .registered(let snapshot, let index):
      return snapshot.image.parents(of: index, in: snapshot.view).map { UTType(snapshot, $0) }
    case .computed(let computed):
      return computed.assumedSupertypes.compactMap { UTType($0.rawValue, in: computed.snapshot) }
    }
  }

  /// Sorted by identifier.
  package var children: [UTType] {
    guard case .registered(let snapshot, let index) = storage else { return [] }
    return snapshot.image.children(of: index, in: snapshot.view).map { UTType(snapshot, $0) }
  }

  /// The active one first.
  package var declarations: [RegisteredDeclaration] {
    guard case .registered(let snapshot, let index) = storage else { return [] }
    return snapshot.image.declarations(of: index)
  }

  /// The active one.
  package var firstDeclaration: RegisteredDeclaration? {
    guard case .registered(let snapshot, let index) = storage else { return nil }
    return snapshot.image.firstDeclaration(of: index)
  }

  package var statedTags: [TypeTag] {
    guard case .registered(let snapshot, let index) = storage else { return [] }
    return snapshot.image.tags(of: index).filter { $0.holds(in: snapshot.view) }
  }

  /// Also of the generic icon.
  package var iconNames: (icon: String, generic: String)? {
    guard case .registered(let snapshot, let index) = storage,
      let icon = snapshot.image.iconName(of: index),
      let generic = snapshot.image.iconName(of: index, isGeneric: true)
    else { return nil }
    return (icon, generic)
  }
}

extension TypeRegistry {
  /// The registry has types that are derived from formats of PRONOM.
  package var hasFormatTypes: Bool { snapshot.image.hasFormatTypes }

  /// Walks over many types use it; O(*n*) in types and edges, each call O(*n*) in its results.
  package func subtypes() -> (UTType) -> [UTType] {
    let subtypes = snapshot.image.subtypes(in: snapshot.view)
    return { type in
      guard case .registered(let snapshot, let index) = type.storage else { return [] }
      return subtypes[index].map { UTType(snapshot, $0) }
    }
  }

  /// Lists of many types use it; O(*n*) in types and edges for all calls together.
  package func canonicalMIMETypes() -> (UTType) -> String? {
    var names = NearestMIMENames(snapshot.image, view: snapshot.view)
    return { type in
      guard case .registered(_, let index) = type.storage else { return type.canonicalMIMEType }
      return names.name(of: index)
    }
  }
}

extension UTType {
  /// A shared-mime-info package other than the base's describes it.
  package var isDescribedOutsideBase: Bool {
    guard case .registered(let snapshot, let index) = storage else { return false }
    return snapshot.image.mimeTypeOrigin(of: index).map { $0.source.layer != .base } ?? false
  }
}
