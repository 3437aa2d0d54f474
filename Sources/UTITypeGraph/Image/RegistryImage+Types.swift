@usableFromInline package struct TypeIndex: Hashable, Sendable, Comparable {
  package let rawValue: Int32

  /// Drops the sign: a negative place from a damaged image would be taken for a computed type.
  package init(_ index: Int) {
    rawValue = Int32(truncatingIfNeeded: index & Int(Int32.max))
  }

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  package static var none: TypeIndex { TypeIndex(rawValue: -1) }

  package var isPlace: Bool { rawValue >= 0 }

  var offset: Int { Int(rawValue) }

  /// Orders by identifier, as the types of an image are.
  @usableFromInline package static func < (left: TypeIndex, right: TypeIndex) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension RegistryImage {
  /// All types, sorted by identifier, placeholders included.
  package var typeIndices: some RandomAccessCollection<TypeIndex> {
    (0..<types.count).lazy.map { TypeIndex($0) }
  }

  /// Also of a derived identifier; O(1) on average.
  package func type(identifier: TypeIdentifier) -> TypeIndex? {
    type(identifier: identifier.rawValue)
  }

  /// Case does not count; O(1) on average, without allocation.
  package func type(identifier: String) -> TypeIndex? {
    var identifier = identifier
    return identifier.withUTF8 { type(identifier: $0) }
  }

  /// Case does not count; O(1) on average, without allocation.
  package func type(identifier: UnsafeBufferPointer<UInt8>) -> TypeIndex? {
    identifierIndex.values(folding: identifier).map { TypeIndex(Int($0.first)) }
  }

  package func identifier(of type: TypeIndex) -> TypeIdentifier {
    TypeIdentifier(canonical: strings.string(at: types[type.offset, TypeField.identifier]))
  }

  /// nil if this image, which may be the other, has no such type; O(1) on average, no allocation.
  package func place(of type: TypeIndex, in other: RegistryImage) -> TypeIndex? {
    if self === other { return type }
    let identifier = other.identifierBytes(of: type)
    let key = UnsafeBufferPointer(
      start: identifier.baseAddress?.assumingMemoryBound(to: UInt8.self), count: identifier.count)
    guard let found = identifierIndex.values(folding: key) else { return nil }
    let place = TypeIndex(Int(found.first))
    // A derived identifier leads to the type of the MIME name, which may have another identifier
    // here.
    return identifierBytes(of: place).elementsEqual(identifier) ? place : nil
  }

  private func identifierBytes(of type: TypeIndex) -> UnsafeRawBufferPointer {
    strings.utf8(at: types[type.offset, TypeField.identifier])
  }

  func flags(of type: TypeIndex) -> TypeFlags {
    TypeFlags(rawValue: types[type.offset, TypeField.flags])
  }

  /// A placeholder, which only represents a parent without a description, is in no view.
  package func isDescribed(_ type: TypeIndex, in view: GraphView) -> Bool {
    let flags = flags(of: type)
    return switch view {
    case .merged: !flags.isDisjoint(with: [.declared, .mimeType])
    case .declared: flags.contains(.declared)
    case .freedesktop: flags.contains(.mimeType)
    }
  }

  /// Returns true if the active declaration of a type is exported.
  package func isExported(_ type: TypeIndex) -> Bool { flags(of: type).contains(.exported) }

  /// Returns true if the active declaration of a type belongs to the base.
  package func isBase(_ type: TypeIndex) -> Bool { flags(of: type).contains(.base) }

  /// Returns true if a magic rule, other than one that yields, belongs to a type.
  package func hasMagicRule(_ type: TypeIndex) -> Bool { flags(of: type).contains(.magic) }

  /// True if all rules of the base for a type have a priority of 80 or more.
  package func requiresMagic(_ type: TypeIndex) -> Bool {
    flags(of: type).contains(.requiredMagic)
  }

  /// True if no signature of the base is so weak that files of the type may lack it.
  package func requiresSignature(_ type: TypeIndex) -> Bool {
    flags(of: type).contains(.requiredSignature)
  }

  /// Returns true if the base states that files of a type are text, and a database does not.
  package func isStatedText(_ type: TypeIndex) -> Bool { flags(of: type).contains(.text) }

  package func hasRootElement(_ type: TypeIndex) -> Bool { flags(of: type).contains(.rootElement) }

  package func isDeclared(_ type: TypeIndex) -> Bool { flags(of: type).contains(.declared) }
}
