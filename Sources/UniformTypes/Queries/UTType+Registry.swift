package import TypeGraph

extension UTType {
  /// The MIME name of the type in output on Linux.
  ///
  /// It is shared-mime-info's name, if it describes the type, else the first MIME tag. A type
  /// without either has the name of its nearest supertype with one; a folder has inode/directory.
  package var canonicalMIMEType: String? {
    guard case .registered(let snapshot, let index) = storage else { return preferredMIMEType }
    return snapshot.image.nearestMIMEName(of: index, in: snapshot.view)
  }

  /// The statements about the direct supertypes of the type.
  package var edges: [(supertype: UTType, kind: EdgeKind, origin: Origin?)] {
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

extension UTType {
  /// A Boolean value that indicates whether a shared-mime-info package other than the base's
  /// describes the type.
  package var isDescribedOutsideBase: Bool {
    guard case .registered(let snapshot, let index) = storage else { return false }
    return snapshot.image.mimeTypeOrigin(of: index).map { $0.source.layer != .base } ?? false
  }
}
