import UTITypeGraph

extension UTType {
  /// All supertypes of the type, without the type itself.
  public var supertypes: Set<UTType> {
    switch storage {
    case .registered(let snapshot, let index):
      return Set(
        snapshot.image.ancestors(of: index, in: snapshot.view).map { UTType(snapshot, $0) })
    case .computed(let computed):
      let parents = computed.assumedSupertypes.compactMap {
        UTType($0.rawValue, in: computed.snapshot)
      }
      return parents.reduce(into: Set(parents)) { $0.formUnion($1.supertypes) }
    }
  }

  /// Returns a Boolean value that indicates whether the type is another or conforms to it.
  ///
  /// - Parameter type: the other type.
  /// - Complexity: O(log *n*) in the number of supertypes, without allocation unless one of the
  ///   types is undeclared.
  @_effects(releasenone)
  public func conforms(to type: UTType) -> Bool {
    // This function releases nothing of the caller's; the attribute allows a loop over an array to
    // omit reference counting for its types.
    if index.rawValue >= 0, type.index.rawValue >= 0 {
      // The registry does not need a separate reference: this type keeps it alive.
      let conformance = registeredConformance
      if owner === type.owner || conformance.isOfSameImage(as: type.registeredConformance) {
        return conformance.holds(index, type.index)
      }
    }
    return conformsAcrossImages(to: type)
  }

  /// Only for a type of a registry.
  @inline(__always)
  private var registeredConformance: Conformance {
    unsafeDowncast(owner, to: RegistrySnapshot.self).conformance
  }

  @inline(never)
  private func conformsAcrossImages(to type: UTType) -> Bool {
    guard case .registered(let snapshot, let index) = storage,
      case .registered(let other, let otherIndex) = type.storage
    else { return self == type || supertypes.contains(type) }
    return snapshot.image.place(of: otherIndex, in: other.image)
      .map { snapshot.conformance.holds(index, $0) } ?? false
  }

  /// Returns a Boolean value that indicates whether another type conforms to this one and differs
  /// from it.
  ///
  /// - Parameter type: the other type.
  public func isSupertype(of type: UTType) -> Bool {
    type.isSubtype(of: self)
  }

  /// Returns a Boolean value that indicates whether the type conforms to another and differs from
  /// it.
  ///
  /// - Parameter type: the other type.
  public func isSubtype(of type: UTType) -> Bool {
    self != type && conforms(to: type)
  }
}

extension UTType: Hashable {
  /// Returns a Boolean value that indicates whether both types have the same identifier.
  public static func == (left: UTType, right: UTType) -> Bool {
    if left.owner === right.owner { return left.index == right.index }
    if left.index.isPlace, right.index.isPlace,
      left.registeredConformance.isOfSameImage(as: right.registeredConformance)
    {
      return left.index == right.index
    }
    return isSameAcrossImages(left, right)
  }

  @inline(never)
  private static func isSameAcrossImages(_ left: UTType, _ right: UTType) -> Bool {
    guard case .registered(let snapshot, let index) = left.storage,
      case .registered(let other, let otherIndex) = right.storage
    else { return left.typeIdentifier == right.typeIdentifier }
    return snapshot.image.place(of: otherIndex, in: other.image) == index
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(typeIdentifier)
  }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier.
  public var description: String { identifier }

  /// The identifier, and whether the type is dynamic and declared.
  public var debugDescription: String {
    let dynamic = isDynamic ? "dynamic" : "not dynamic"
    let declared = isDeclared ? "declared" : "not declared"
    return "<UTType> \(identifier) (\(dynamic), \(declared))"
  }
}

extension UTType: Codable {
  /// Decodes an identifier, declared or not, so that types can be exchanged between computers.
  ///
  /// - Parameter decoder: the decoder to read a single string from.
  /// - Throws: `DecodingError.dataCorrupted` when the string is not a valid identifier, or the
  ///   error of the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let type = UTType(identifier: text, allowUndeclared: true) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" is not a type identifier")
    }
    self = type
  }

  /// Encodes the identifier as a single string.
  ///
  /// - Parameter encoder: the encoder to write to.
  /// - Throws: the error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
