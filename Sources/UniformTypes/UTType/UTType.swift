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

  /// Uses less critical than conformance read it.
  var storage: Storage {
    // The initialisers ensure that the kind of owner matches the kind of index.
    index.isPlace
      ? .registered(unsafeDowncast(owner, to: RegistrySnapshot.self), index)
      : .computed(unsafeDowncast(owner, to: ComputedType.self))
  }

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
  /// nil for a type that is neither dynamic nor declared.
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

extension UTType {
  /// The precedence, and the reason why another declaration is active.
  package func standing(of declaration: RegisteredDeclaration) -> String {
    guard let precedence = precedence(over: declaration), let active = firstDeclaration
    else { return "\(declaration.rank.words), active" }
    let reason =
      switch precedence {
      case .rank: "a type \(active.rank.words) comes before one \(declaration.rank.words)"
      case .version: "the active declaration has a newer version"
      case .source: "the active declaration is in a file that counts more"
      case .order: "the active declaration comes earlier in the file"
      }
    return "\(declaration.rank.words), inactive: \(reason)"
  }

  /// nil for the active declaration.
  package func precedence(over declaration: RegisteredDeclaration) -> DeclarationPrecedence? {
    guard !declaration.isActive else { return nil }
    return firstDeclaration?.precedence(over: declaration)
  }
}

extension RegisteredDeclaration {
  package var place: String { "\(source.path):\(declaration.position.line)" }
}

extension DeclarationRank {
  fileprivate var words: String {
    switch self {
    case .exportedByBase: "exported by the base"
    case .exportedByOwner: "exported by its owner"
    case .exportedByOthers: "exported by others"
    case .importedByBase: "imported by the base"
    case .importedByOthers: "imported"
    }
  }
}

/// A statement that one type conforms directly to another.
public struct ConformanceStep: Hashable, Sendable {
  /// The type that conforms.
  public let type: UTType
  /// The type it conforms to.
  public let supertype: UTType
  /// The basis of the statement.
  public let kind: EdgeKind
  /// The origin of the statement; nil when a rule of the graph implies it.
  public let origin: DeclarationOrigin?
}

extension UTType {
  /// Returns the shortest chain of statements by which the type conforms to another.
  ///
  /// - Parameter supertype: the other type.
  /// - Returns: the statements from this type up, empty when both are the same type; nil when this
  ///   type does not conform to the other.
  /// - Complexity: O(*n*) in the number of supertypes and their edges.
  public func conformancePath(to supertype: UTType) -> [ConformanceStep]? {
    if self == supertype { return [] }
    var arrivals: [UTType: ConformanceStep] = [:]
    var pending = [self]
    var next = 0
    while next < pending.count {
      let type = pending[next]
      next += 1
      for step in type.steps where step.supertype != self && arrivals[step.supertype] == nil {
        arrivals[step.supertype] = step
        guard step.supertype != supertype else {
          return Self.path(from: self, to: supertype, arrivals)
        }
        pending.append(step.supertype)
      }
    }
    return nil
  }

  /// Returns the nearest types that this one and another both conform to, sorted by identifier.
  ///
  /// - Parameter other: the other type.
  /// - Returns: the common supertypes without a nearer common subtype; a type itself when the other
  ///   conforms to it.
  /// - Complexity: O(*n*²) in the number of common supertypes.
  public func nearestCommonSupertypes(with other: UTType) -> [UTType] {
    let common = supertypes.union([self]).intersection(other.supertypes.union([other]))
    return
      common
      .filter { candidate in !common.contains { $0.isSubtype(of: candidate) } }
      .sorted { $0.identifier < $1.identifier }
  }

  /// The order is of precedence.
  private var steps: [ConformanceStep] {
    let stated = edges.filter { $0.kind != .container }
    guard stated.isEmpty else {
      return stated.map {
        ConformanceStep(type: self, supertype: $0.supertype, kind: $0.kind, origin: $0.origin)
      }
    }
    // The supertypes of a dynamic type are encoded in its identifier.
    return parents.map {
      ConformanceStep(type: self, supertype: $0, kind: .declared, origin: nil)
    }
  }

  private static func path(
    from start: UTType, to end: UTType, _ arrivals: [UTType: ConformanceStep]
  ) -> [ConformanceStep] {
    var path: [ConformanceStep] = []
    var type = end
    while type != start, let step = arrivals[type] {
      path.append(step)
      type = step.type
    }
    return path.reversed()
  }
}
