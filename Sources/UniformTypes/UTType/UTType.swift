public import UTITypeGraph

/// A type of data, of files or of other items.
///
/// It has the same members with the same meaning as the type of the same name in Apple's Uniform
/// Type Identifiers framework. The declarations come from this system and from the package.
///
/// A value is either *declared*, as a type of a registry, or *dynamic*: derived from a tag that no
/// declared type claims. It keeps the registry it came from, so its properties never change; types
/// of different registries are equal when their identifiers are equal.
public struct UTType: Sendable {
  /// The registry that declares the type, or the data of a computed one.
  @usableFromInline let owner: TypeOwner
  /// The place in the registry; `.none` for a computed type.
  @usableFromInline let index: TypeIndex

  @inlinable
  init(_ snapshot: RegistrySnapshot, _ index: TypeIndex) {
    owner = snapshot
    self.index = index
  }

  init(_ computed: ComputedType) {
    owner = computed
    index = .none
  }

  enum Storage: Sendable {
    case registered(RegistrySnapshot, TypeIndex)
    case computed(ComputedType)
  }

  /// The registry and the index, or the computed type, for uses less critical than conformance.
  var storage: Storage {
    // The initialisers ensure that the kind of owner matches the kind of index.
    index.isPlace
      ? .registered(unsafeDowncast(owner, to: RegistrySnapshot.self), index)
      : .computed(unsafeDowncast(owner, to: ComputedType.self))
  }

  /// The registry of the type.
  var snapshot: RegistrySnapshot {
    switch storage {
    case .registered(let snapshot, _): snapshot
    case .computed(let computed): computed.snapshot
    }
  }

  var typeIdentifier: TypeIdentifier {
    switch storage {
    case .registered(let snapshot, let index): snapshot.image.identifier(of: index)
    case .computed(let computed): computed.identifier
    }
  }
}

/// A type outside of all registries: a dynamic one, or an undeclared one that a program names.
final class ComputedType: TypeOwner, @unchecked Sendable {
  let snapshot: RegistrySnapshot
  let identifier: TypeIdentifier
  /// The decoded identifier; nil for a type that is neither dynamic nor declared.
  let dynamic: DynamicIdentifier?
  /// The supertypes that a program names for an undeclared type.
  let assumedSupertypes: [TypeIdentifier]

  init(_ dynamic: DynamicIdentifier, in snapshot: RegistrySnapshot) {
    self.snapshot = snapshot
    self.dynamic = dynamic
    identifier = dynamic.identifier
    assumedSupertypes = dynamic.conformsTo
  }

  init(
    undeclared identifier: TypeIdentifier, conformingTo supertypes: [TypeIdentifier] = [],
    in snapshot: RegistrySnapshot
  ) {
    self.snapshot = snapshot
    self.identifier = identifier
    dynamic = nil
    assumedSupertypes = supertypes
  }
}
