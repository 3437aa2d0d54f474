public import TypeGraph

/// A type of data, of files or of other items.
///
/// The counterpart of the type of the same name in Apple's Uniform Type Identifiers framework: the
/// same members with the same meaning, answered from declarations that are found on this machine
/// and from those that come with the package.
///
/// A value is either *declared*, and then stands in a registry, or *dynamic*, and then is computed
/// from a tag that no declared type has. It keeps the registry it came from, so its answers never
/// change; types of different registries are equal when their identifiers are.
public struct UTType: Sendable {
  /// The registry that declares the type, or what is known of a computed one.
  @usableFromInline let owner: TypeOwner
  /// The place in the registry; that of no type when the type is computed.
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

  /// What the type is, for all who need not be as quick as a question about conformance.
  var storage: Storage {
    // The initialisers join each kind of owner with its kind of index.
    index.isPlace
      ? .registered(unsafeDowncast(owner, to: RegistrySnapshot.self), index)
      : .computed(unsafeDowncast(owner, to: ComputedType.self))
  }

  /// The registry that the type's answers come from.
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

/// Who answers for a type.
///
/// The two kinds have one base class, so that a type is a reference and a number. Only the final
/// classes below it have instances, and those have constants of Sendable types only.
@usableFromInline
// Unchecked because a class that can be subclassed cannot be checked.
class TypeOwner: @unchecked Sendable {}

/// A type that no registry has: a dynamic one, or one that was named but is declared nowhere.
final class ComputedType: TypeOwner, @unchecked Sendable {
  let snapshot: RegistrySnapshot
  let identifier: TypeIdentifier
  /// What the identifier stands for; nil for a type that is neither dynamic nor declared.
  let dynamic: DynamicIdentifier?
  /// The supertypes a program named for a type that is declared nowhere.
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
