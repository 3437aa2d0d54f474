/// The reason why one type is a direct subtype of another.
public enum EdgeKind: UInt32, Sendable, CaseIterable {
  /// A property list declares it (`UTTypeConformsTo`).
  case declared
  /// shared-mime-info declares it (`sub-class-of`).
  case explicit
  /// shared-mime-info implies it for a whole media type.
  case implicit
  /// It follows from the media type or the generic icon.
  case inferred
  /// A type carries the MIME name of the other as a tag, and neither is the other.
  case tag
  /// The bytes are stored in the format of the other; this is conformance in no view.
  case container
}

extension EdgeKind: CustomStringConvertible {
  /// The name of the case, which the runtime would otherwise find by reflection.
  public var description: String {
    switch self {
    case .declared: "declared"
    case .explicit: "explicit"
    case .implicit: "implicit"
    case .inferred: "inferred"
    case .tag: "tag"
    case .container: "container"
    }
  }
}

/// A statement that a type is a direct subtype of another.
package struct TypeEdge: Hashable, Sendable {
  package let target: TypeIndex
  package let kind: EdgeKind
  /// nil when a rule of the graph implies it.
  package let origin: DeclarationOrigin?
  let views: UInt32

  /// True if the statement is conformance in a view.
  package func holds(in view: GraphView) -> Bool { views & view.bit != 0 }
}

extension RegistryImage {
  /// The order is of precedence.
  package func edges(of type: TypeIndex) -> [TypeEdge] {
    edgeRecords(of: type).map { edge in
      TypeEdge(
        target: TypeIndex(Int(edges[edge, EdgeField.target])),
        kind: EdgeKind(rawValue: edges[edge, EdgeField.kind]) ?? .declared,
        origin: origin(
          sourcePlusOne: edges[edge, EdgeField.sourcePlusOne],
          position: edges.position(edge, EdgeField.self)),
        views: edges[edge, EdgeField.views])
    }
  }

  /// The order is as stated.
  package func parents(of type: TypeIndex, in view: GraphView) -> [TypeIndex] {
    // The origins of the statements, which take most of the time, are not read.
    edgeRecords(of: type).compactMap { edge in
      // A damaged image may name types that it does not have.
      let target = Int(edges[edge, EdgeField.target])
      return edges[edge, EdgeField.views] & view.bit == 0 || target >= types.count
        ? nil : TypeIndex(target)
    }
  }

  /// True if the bytes are stored in a format to which the type does not conform.
  package func isStored(
    _ type: TypeIndex, as other: TypeIndex, statedBy layer: DeclarationSource.Layer? = nil
  ) -> Bool {
    edgeRecords(of: type).contains { edge in
      guard edges[edge, EdgeField.kind] == EdgeKind.container.rawValue,
        TypeIndex(Int(edges[edge, EdgeField.target])) == other
      else { return false }
      let source = edges[edge, EdgeField.sourcePlusOne]
      return layer.map { source != 0 && self.layer(ofSource: source - 1) == $0 } ?? true
    }
  }

  /// The types in whose formats the bytes of the type are stored.
  package func containers(of type: TypeIndex) -> [TypeIndex] {
    edges(of: type).filter { $0.kind == .container }.map { $0.target }
  }

  private func edgeRecords(of type: TypeIndex) -> Range<Int> {
    records(
      of: edges, first: types[type.offset, TypeField.firstEdge],
      count: types[type.offset, TypeField.edgeCount])
  }

  /// Sorted by identifier; O(*n*) in the number of edges.
  package func children(of type: TypeIndex, in view: GraphView) -> [TypeIndex] {
    // Each edge belongs to one type; if several claim one, the image is damaged.
    var left = edges.count
    return typeIndices.filter { candidate in
      let records = edgeRecords(of: candidate).prefix(left)
      left -= records.count
      return records.contains { edge in
        edges[edge, EdgeField.target] == UInt32(type.rawValue)
          && edges[edge, EdgeField.views] & view.bit != 0
      }
    }
  }

  /// - Complexity: O(*n*) in the number of types and edges.
  package func subtypes(in view: GraphView) -> DirectSubtypes {
    // Each edge belongs to one type; if several claim one, the image is damaged.
    var left = edges.count
    return DirectSubtypes(typeCount: typeIndices.count) { type, body in
      let records = edgeRecords(of: type).prefix(left)
      left -= records.count
      for edge in records where edges[edge, EdgeField.views] & view.bit != 0 {
        body(TypeIndex(Int(edges[edge, EdgeField.target])))
      }
    }
  }

  /// - Complexity: O(1).
  package func conformance(in view: GraphView) -> Conformance {
    let first: TypeField =
      switch view {
      case .merged: .firstMergedAncestor
      case .declared: .firstDeclaredAncestor
      case .freedesktop: .firstFreedesktopAncestor
      }
    return Conformance(types: types.bytes, ancestors: ancestors.bytes, first: first)
  }

  private static var usualAncestorCount: Int { 512 }

  /// Sorted by index, without the type itself.
  package func ancestors(of type: TypeIndex, in view: GraphView) -> [TypeIndex] {
    let ancestors = conformance(in: view).ancestors(of: type)
    return ancestors.count <= Self.usualAncestorCount || storage.isSound ? ancestors : []
  }

  /// - Complexity: O(*n*) in the number of supertypes, without allocation.
  package func hasAncestor(
    of type: TypeIndex, in view: GraphView, where holds: (TypeIndex) -> Bool
  ) -> Bool {
    conformance(in: view).hasAncestor(of: type, where: holds)
  }

  /// Also true for the type itself; O(log *n*) in the ancestors, without allocation.
  package func conforms(_ type: TypeIndex, to other: TypeIndex, in view: GraphView) -> Bool {
    conformance(in: view).holds(type, other)
  }
}

/// The direct subtypes of all types of a registry, for walks that ask about many types.
package struct DirectSubtypes: Sendable {
  /// The place of the first subtype of each type, and the end of the last one's.
  private let starts: [Int]
  private let subtypes: [TypeIndex]

  /// The closure calls a function with each direct supertype of a type.
  init(typeCount: Int, _ forEachParent: (TypeIndex, (TypeIndex) -> Void) -> Void) {
    var starts = [Int](repeating: 0, count: typeCount + 1)
    var pairs: [(parent: Int, type: TypeIndex)] = []
    for type in (0..<typeCount).lazy.map({ TypeIndex($0) }) {
      // An image has each target of a type once, but a damaged one may have more.
      var last: TypeIndex?
      forEachParent(type) { parent in
        guard parent != last, parent.offset < typeCount else { return }
        last = parent
        pairs.append((parent.offset, type))
        starts[parent.offset + 1] += 1
      }
    }
    for place in 0..<typeCount { starts[place + 1] += starts[place] }
    var next = starts
    var subtypes = [TypeIndex](repeating: TypeIndex(0), count: pairs.count)
    for (parent, type) in pairs {
      subtypes[next[parent]] = type
      next[parent] += 1
    }
    self.starts = starts
    self.subtypes = subtypes
  }

  /// Sorted by identifier.
  package subscript(type: TypeIndex) -> ArraySlice<TypeIndex> {
    guard type.offset + 1 < starts.count else { return [] }
    return subtypes[starts[type.offset]..<starts[type.offset + 1]]
  }
}

/// The supertypes of each type, in one view, as places in an image.
///
/// A query costs no reference counting, so the image has to outlive the value.
package struct Conformance: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let runs: UnsafeRawPointer?
  private let typeCount: Int
  private let ancestors: UnsafeRawPointer?
  private let ancestorCount: Int

  private static let stride = TypeField.allCases.count * 4
  /// Lists are padded with `noType` to a multiple of the lanes, which are compared at once.
  static let laneCount = SIMD4<UInt32>.scalarCount
  static let noType = UInt32.max
  /// Comparing all of so few ancestors is faster than a search with branches.
  private static let longestScan = 32

  /// `first` is the field of the first ancestor; the field after it has their number.
  init(types: UnsafeRawBufferPointer, ancestors: UnsafeRawBufferPointer, first: TypeField) {
    runs = types.baseAddress?.advanced(by: first.rawValue * 4)
    typeCount = types.count / Self.stride
    self.ancestors = ancestors.baseAddress
    ancestorCount = ancestors.count / 4
  }

  /// Also true for the type itself; O(log *n*) in the ancestors, without allocation.
  @inline(__always)
  package func holds(_ type: TypeIndex, _ other: TypeIndex) -> Bool {
    if type == other { return true }
    let places = places(of: type)
    guard let ancestors, other.isPlace else { return false }
    let wanted = UInt32(truncatingIfNeeded: other.rawValue)
    let end =
      (places.upperBound &- places.lowerBound &+ Self.laneCount &- 1) & ~(Self.laneCount &- 1)
    guard end <= Self.longestScan, end <= ancestorCount &- places.lowerBound else {
      return search(for: wanted, in: places)
    }
    var found = SIMDMask<SIMD4<Int32>>(repeating: false)
    var place = 0
    while place < end {
      let four = ancestors.loadUnaligned(
        fromByteOffset: (places.lowerBound &+ place) &* 4, as: SIMD4<UInt32>.self)
      found .|= four .== wanted
      place &+= Self.laneCount
    }
    return any(found)
  }

  /// One image has one place of a type for all views.
  @inline(__always)
  package func isOfSameImage(as other: Conformance) -> Bool {
    ancestors != nil && ancestors == other.ancestors
  }

  private func search(for wanted: UInt32, in places: Range<Int>) -> Bool {
    var range = places
    while !range.isEmpty {
      let middle = (range.lowerBound &+ range.upperBound) / 2
      let found = ancestor(middle)
      if found == wanted { return true }
      range = found < wanted ? middle &+ 1..<range.upperBound : range.lowerBound..<middle
    }
    return false
  }

  /// The supertypes are sorted by index.
  func ancestors(of type: TypeIndex) -> [TypeIndex] {
    places(of: type).map { TypeIndex(Int(ancestor($0))) }
  }

  func hasAncestor(of type: TypeIndex, where holds: (TypeIndex) -> Bool) -> Bool {
    for place in places(of: type) where holds(TypeIndex(Int(ancestor(place)))) { return true }
    return false
  }

  /// The place must be inside the list, as in ``places(of:)``.
  @inline(__always)
  private func ancestor(_ place: Int) -> UInt32 {
    ancestors?.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self) ?? 0
  }

  /// Cut to the ancestors that exist.
  @inline(__always)
  private func places(of type: TypeIndex) -> Range<Int> {
    guard let runs, UInt(bitPattern: type.offset) < UInt(bitPattern: typeCount) else {
      return 0..<0
    }
    let place = type.offset &* Self.stride
    let first = runs.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    let count = runs.loadUnaligned(fromByteOffset: place &+ 4, as: UInt32.self)
    let start = min(Int(first), ancestorCount)
    return start..<min(start &+ Int(count), ancestorCount)
  }
}
