public import UTITypeDetection
package import UTITypeGraph

extension TypeRegistry {
  /// Sorted, with the claimants in order; O(*n*) in the number of tags.
  package var contestedExtensions: [(tag: Tag, types: [UTType])] {
    var values: Set<String> = []
    for type in types {
      for value in type.tags[.filenameExtension] ?? [] {
        values.insert(TagClass.filenameExtension.key(for: value))
      }
    }
    return values.sorted().compactMap { value in
      let tag = Tag(tagClass: .filenameExtension, value: value)
      let claimants = snapshot.image.types(with: tag, in: view)
      return claimants.count > 1 ? (tag, claimants.map { UTType(snapshot, $0) }) : nil
    }
  }

  /// Each with the file that declares it.
  package var registeredDocumentTypes:
    [(declaration: DocumentTypeDeclaration, source: DeclarationSource)]
  {
    snapshot.image.registeredDocumentTypes
  }

  /// Returns the type that a verdict of this registry names.
  ///
  /// - Parameter verdict: the result of `identify(path:by:followsLinks:limits:)` or another
  ///   function of this registry.
  /// - Complexity: O(1) on average.
  public func type(of verdict: Verdict) -> UTType {
    type(verdict.type.rawValue, allowUndeclared: true) ?? data
  }
}

extension Verdict {
  /// The type in the registry that made the verdict.
  ///
  /// - Complexity: O(1) on average.
  public var contentType: UTType {
    let registry = (registry as? RegistrySnapshot).map { TypeRegistry($0) } ?? TypeRegistry.current
    return registry.type(of: self)
  }

  /// Returns a Boolean value that indicates whether the type conforms to another and the bytes support
  /// it.
  ///
  /// `uti identify --is` asks it. Any bytes support `public.data` and its supertypes.
  ///
  /// - Parameters:
  ///   - supertype: the other type.
  ///   - support: the least `support`; none for a reading of the type alone. A program that accepts
  ///     files from others passes `sign`.
  public func conforms(to supertype: UTType, atLeast support: ByteSupport = .none) -> Bool {
    let type = contentType
    guard type.conforms(to: supertype) else { return false }
    return self.support >= support
      || UTType(TypeIdentifier.data.rawValue, in: type.snapshot)?.conforms(to: supertype) ?? false
  }
}

/// Queries by the place of a type in the image, without reference counting.
extension TypeRegistry {
  /// Places are counted from 0.
  package var placeCount: Int { snapshot.image.typeCount }

  /// Case does not count, and the view must describe the type; O(1) on average, no allocation.
  package func place(ofIdentifier identifier: UnsafeBufferPointer<UInt8>) -> TypeIndex? {
    snapshot.image.type(identifier: identifier).flatMap {
      snapshot.image.isDescribed($0, in: snapshot.view) ? $0 : nil
    }
  }

  /// Also true for the type itself; O(log *n*) in the number of supertypes.
  package func conforms(_ type: TypeIndex, to supertype: TypeIndex) -> Bool {
    snapshot.conformance.holds(type, supertype)
  }

  package func type(at place: TypeIndex) -> UTType { UTType(snapshot, place) }
}

extension UTType {
  /// nil when the registry does not declare the type.
  package var place: TypeIndex? { index.isPlace ? index : nil }
}

extension TypeRegistry {
  /// Returns the type of an identifier.
  ///
  /// - Parameters:
  ///   - identifier: an identifier in any case.
  ///   - allowUndeclared: whether a valid identifier without a declaration gives a type.
  /// - Returns: nil when the identifier is invalid, or when it is undeclared and this is not
  ///   allowed.
  /// - Complexity: O(1) on average.
  public func type(_ identifier: String, allowUndeclared: Bool = false) -> UTType? {
    UTType(identifier, in: snapshot, allowUndeclared: allowUndeclared)
  }

  /// Returns the preferred type of a filename extension.
  ///
  /// - Parameters:
  ///   - filenameExtension: the extension without its dot, in any case.
  ///   - supertype: the type that the result must conform to; nil for data.
  /// - Returns: as `UTType(filenameExtension:conformingTo:)`, from this registry.
  /// - Complexity: O(1) on average.
  public func type(filenameExtension: String, conformingTo supertype: UTType? = nil) -> UTType? {
    UTType(filenameExtension: filenameExtension, conformingTo: supertype ?? data, in: snapshot)
  }

  /// Returns the preferred type of a MIME type.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type, in any case.
  ///   - supertype: the type that the result must conform to; nil for data.
  /// - Returns: as `UTType(mimeType:conformingTo:)`, from this registry.
  /// - Complexity: O(1) on average.
  public func type(mimeType: String, conformingTo supertype: UTType? = nil) -> UTType? {
    UTType(mimeType: mimeType, conformingTo: supertype ?? data, in: snapshot)
  }

  /// Returns all types of a tag, the preferred one first.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - tagClass: its vocabulary.
  ///   - supertype: the type that results must conform to; nil for any.
  /// - Returns: the declared types that have the tag and conform, else one dynamic type; nothing
  ///   when the tag is invalid in its class.
  /// - Complexity: O(*n*) in the number of types that have the tag.
  public func types(
    tag: String, tagClass: UTTagClass, conformingTo supertype: UTType? = nil
  ) -> [UTType] {
    UTType.types(
      Tag(tagClass: TagClass(rawValue: tagClass.rawValue), value: tag), conformingTo: supertype,
      in: snapshot)
  }

  /// All types that the view describes, sorted by identifier.
  ///
  /// - Complexity: O(*n*) in the number of types.
  public var types: [UTType] {
    snapshot.image.typeIndices
      .filter { snapshot.image.isDescribed($0, in: view) }
      .map { UTType(snapshot, $0) }
  }

  /// `public.data` in this registry.
  var data: UTType {
    UTType(TypeIdentifier.data.rawValue, in: snapshot, allowUndeclared: true)
      ?? UTType(ComputedType(undeclared: .data, in: snapshot))
  }
}

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
